// Answers requests in workers, as the server does: one worker for what takes a moment, others for searches.

import { RequestError } from "../engine/request-error.js";
import { EngineWorker } from "./engine-worker.js";

/** How long a search may take to stop, in milliseconds. */
const STOPPING = 2000;
/** The verbs that search, as the engine lists them; `web/build` fills them in. @type {string[]} */
const SEARCHES = [];
/** How many jobs are remembered. */
const REMEMBERED = 32;

const MEMORY = { code: "memory", message: "this needs more memory than the page may use" };
const BROKEN = { message: "this is a bug in tejun" };

const bug = () => new RequestError(500, BROKEN, "internal");

/** @param {import("./engine-worker.js").End} end */
function complete({ broken, away }) {
  if (away !== undefined) throw new RequestError(503, { message: away }, "unavailable");
  if (broken !== undefined) throw broken ? bug() : new RequestError(422, MEMORY, "limit");
}

/**
 * Sends a request to a worker, and returns its answer.
 * @param {EngineWorker} worker
 * @param {string} head
 * @param {unknown} body
 * @param {CancelToken} token
 */
async function answer(worker, head, body, token = "") {
  /** @type {{status: number, data: any} | undefined} */
  let response;
  complete(
    await worker.ask(
      head,
      JSON.stringify(body) ?? "",
      token,
      (name, data) => (response = { status: Number(name), data: JSON.parse(data) }),
    ),
  );
  if (!response) throw bug();
  const { status, data } = response;
  if (status >= 300) throw new RequestError(status, data.error, data.kind);
  return data;
}

/** @param {EngineJob} job @param {string} name @param {any} data */
function emit(job, name, data) {
  if (job.state !== "running") return;
  if (name === "answer" || name === "error") job.state = name === "answer" ? "done" : "failed";
  job.log.push([name, data]);
  for (const listener of job.listeners) listener(name, data);
}

/** @param {string} id @param {EngineJob} job */
const stateOf = (id, { verb, state, log }) => ({
  api: 1,
  job: id,
  verb,
  state,
  ...(state === "done"
    ? { answer: log.at(-1)?.[1] }
    : state === "failed"
      ? /** @type {object} */ (log.at(-1)?.[1])
      : {}),
});

/** @param {EngineJob} job @returns {Promise<void>} */
const ended = (job) =>
  new Promise((resolve) =>
    job.listeners.push((name) => (name === "answer" || name === "error") && resolve()),
  );

export class WorkerPool {
  #cancellation;
  #quick;
  /** The end of the last quick request: they come one after the other. */
  #last = Promise.resolve();
  #workers;
  /** @type {Set<EngineWorker>} */
  #busy = new Set();
  /** Searches that wait, the newest first: it is the one that is waited for. @type {EngineSearch[]} */
  #waiting = [];
  /** The jobs, oldest first. @type {Map<string, EngineJob>} */
  #jobs = new Map();
  #ids = 0;

  /** @param {EngineHost} host */
  constructor({ spawn, compile, cancellation, searches }) {
    this.#cancellation = cancellation;
    /** The engine, compiled once for all workers. @type {Promise<WebAssembly.Module> | undefined} */
    let compiled;
    const module = () => {
      const known = (compiled ??= compile());
      known.catch(() => compiled === known && (compiled = undefined));
      return known;
    };
    this.#quick = new EngineWorker(spawn, module);
    this.#workers = Array.from({ length: searches }, () => new EngineWorker(spawn, module));
  }

  /** Makes the workers, so that no request waits for one. */
  start() {
    for (const worker of [this.#quick, ...this.#workers]) worker.start();
  }

  /** Gives back the workers that have no work. */
  async free() {
    await this.#last;
    for (const worker of [this.#quick, ...this.#workers]) worker.free();
  }

  /** Gives free workers to searches that wait. */
  #dispatch() {
    for (const worker of this.#workers) {
      if (this.#busy.has(worker)) continue;
      const search = this.#waiting.shift();
      if (!search) return;
      this.#busy.add(worker);
      search.worker = worker;
      void search.run(worker).finally(() => {
        search.cancel();
        search.worker = null;
        this.#busy.delete(worker);
        this.#dispatch();
      });
    }
  }

  /** @param {(worker: EngineWorker, token: CancelToken) => Promise<void>} run @returns {EngineSearch} */
  #enqueue(run) {
    const { token, cancel } = this.#cancellation();
    /** @type {EngineSearch} */
    const search = { worker: null, cancel, run: (worker) => run(worker, token) };
    this.#waiting.unshift(search);
    this.#dispatch();
    return search;
  }

  /** Ends a search without an answer. @param {EngineSearch} search */
  #cancel(search) {
    const at = this.#waiting.indexOf(search);
    if (at >= 0) this.#waiting.splice(at, 1);
    search.cancel();
    search.worker?.stop();
  }

  /** @param {string} head @param {unknown} body @returns {Promise<any>} */
  #light(head, body) {
    const done = this.#last.then(() => answer(this.#quick, head, body));
    this.#last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** @param {string} head @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
  #searched(head, body, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const search = this.#enqueue((worker, token) =>
        answer(worker, head, body, token).then(resolve, reject),
      );
      signal?.addEventListener("abort", () => {
        this.#cancel(search);
        reject(signal.reason);
      });
    });
  }

  /** @param {string} id */
  #job(id) {
    const found = this.#jobs.get(id);
    if (!found) throw new RequestError(404, { message: "there is no such job: it may have been forgotten" });
    return found;
  }

  /** @param {string} id @param {EngineJob} made */
  #remember(id, made) {
    const old = [...this.#jobs].find(([, { state }]) => state !== "running");
    if (this.#jobs.size >= REMEMBERED && old) this.#jobs.delete(old[0]);
    this.#jobs.set(id, made);
  }

  /**
   * Starts a job: `POST jobs` with somebody who listens from the first event on, even where all else waits meanwhile.
   * @param {{verb?: string}} body
   * @param {AbortSignal} [signal] ends the job
   * @param {EngineJob["listeners"]} [listeners]
   * @returns {Promise<{job: string}>}
   */
  async begin(body, signal, listeners = []) {
    const id = String(++this.#ids);
    /** @type {EngineJob} */
    const made = { verb: String(body?.verb), state: "running", log: [], listeners, search: null };
    if (made.verb === "steps") {
      const answer = await this.#light(`POST jobs/${id}`, body);
      this.#remember(id, made);
      return answer;
    }
    return new Promise((resolve, reject) => {
      const run = async (/** @type {EngineWorker} */ worker, /** @type {CancelToken} */ token) => {
        try {
          complete(
            await worker.ask(`POST jobs/${id}`, JSON.stringify(body), token, (name, text) => {
              const data = JSON.parse(text);
              if (name === "202") {
                this.#remember(id, made);
                resolve(data);
              } else if (Number(name) >= 300) reject(new RequestError(Number(name), data.error, data.kind));
              else emit(made, name, data);
            }),
          );
        } catch (error) {
          reject(error);
          const { error: why, kind } = error instanceof RequestError ? error : bug();
          emit(made, "error", { error: why, kind });
        }
      };
      const search = this.#enqueue(run);
      made.search = search;
      signal?.addEventListener("abort", () => {
        this.#cancel(search);
        reject(signal.reason);
      });
    });
  }

  /** Stops a job, with what it has found so far as its answer. @param {string} id */
  async #stop(id) {
    const stopped = this.#job(id);
    const { search } = stopped;
    if (stopped.state === "running" && search) {
      search.cancel();
      await Promise.race([ended(stopped), new Promise((resolve) => setTimeout(resolve, STOPPING))]);
      if (stopped.state === "running") this.#cancel(search);
    } else if (stopped.state === "running") {
      emit(stopped, "answer", await this.#light(`DELETE jobs/${id}`, undefined));
    }
    return stateOf(id, stopped);
  }

  /**
   * The answer to a request below `/api`, as docs/api.md describes them.
   * @param {string} method
   * @param {string} path
   * @param {any} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async request(method, path, body, signal) {
    const [first, id, act] = path.split("/");
    if (first === "jobs" && id === undefined && method === "POST") return this.begin(body, signal);
    if (first === "jobs" && id !== undefined && act === undefined)
      return method === "DELETE" ? this.#stop(id) : stateOf(id, this.#job(id));
    if (method === "POST" && SEARCHES.includes(path)) return this.#searched(`POST ${path}`, body, signal);
    return this.#light(`${method} ${path}`, body);
  }

  /**
   * Listens to a job, which ends when nobody listens any more. Returns how to stop listening.
   * @param {string} id
   * @param {import("../engine/request-error.js").JobListener} listener
   */
  events(id, listener) {
    const subscribed = this.#jobs.get(id);
    let open = true;
    const pass = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (!open) return;
      if (name === "answer" || name === "error") close();
      listener(name, data);
    };
    const close = () => {
      if (!open) return;
      open = false;
      if (subscribed?.state !== "running") return;
      this.#jobs.delete(id);
      if (subscribed.search) this.#cancel(subscribed.search);
      else void this.#light(`DELETE jobs/${id}`, undefined).catch(() => {});
    };
    // No event is passed on before the caller knows how to stop listening.
    queueMicrotask(() => {
      if (!subscribed) return pass("error", null);
      const past = [...subscribed.log];
      subscribed.listeners.push(pass);
      for (const [name, data] of past) pass(name, data);
    });
    return close;
  }
}

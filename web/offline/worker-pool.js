// Answers the page's requests in workers, as the server does: one worker for what takes a moment, others for
// searches.

import { RequestError } from "../engine/request-error.js";
import { EngineWorker } from "./engine-worker.js";

/** Searches at once. */
const WORKERS = 2;
/** How long a search may take to stop, in milliseconds. */
const STOPPING = 2000;
/** The verbs that search, as the engine lists them; `web/build` fills them in. @type {string[]} */
const SEARCHES = [];

const MEMORY = { code: "memory", message: "this needs more memory than the page may use" };
const BROKEN = { message: "this is a bug in tejun" };

/**
 * A search that waits for a worker, or has one.
 * @typedef {{worker: EngineWorker | null, cancelUrl: string, run: (worker: EngineWorker) => Promise<void>}} Search
 */
/**
 * A job.
 * @typedef {{verb: string, state: "running" | "done" | "failed", log: [string, any][], listeners:
 *   import("../engine/request-error.js").JobListener[], search: Search | null}} Job
 */

const quick = new EngineWorker();
/** The end of the last quick request: they come one after the other. */
let last = Promise.resolve();
const workers = Array.from({ length: WORKERS }, () => new EngineWorker());
/** @type {Set<EngineWorker>} */
const busy = new Set();
/** Searches that wait, the newest first: it is the one that is waited for. @type {Search[]} */
const waiting = [];
/** The jobs, oldest first. @type {Map<string, Job>} */
const jobs = new Map();
/** How many are remembered. */
const REMEMBERED = 32;
let ids = 0;

/** @param {{broken?: string}} end */
function unbroken({ broken }) {
  if (broken !== undefined) throw new RequestError(broken ? 500 : 422, broken ? BROKEN : MEMORY);
}

/** Gives free workers to searches that wait. */
function dispatch() {
  for (const worker of workers) {
    if (busy.has(worker)) continue;
    const search = waiting.shift();
    if (!search) return;
    busy.add(worker);
    search.worker = worker;
    void search.run(worker).finally(() => {
      URL.revokeObjectURL(search.cancelUrl);
      search.worker = null;
      busy.delete(worker);
      dispatch();
    });
  }
}

/** @param {(worker: EngineWorker, cancelUrl: string) => Promise<void>} run @returns {Search} */
function enqueue(run) {
  const cancelUrl = URL.createObjectURL(new Blob(["go on"]));
  const search = {
    worker: null,
    cancelUrl,
    run: (/** @type {EngineWorker} */ worker) => run(worker, cancelUrl),
  };
  waiting.unshift(search);
  dispatch();
  return search;
}

/** Ends a search without an answer. @param {Search} search */
function cancel(search) {
  const at = waiting.indexOf(search);
  if (at >= 0) waiting.splice(at, 1);
  URL.revokeObjectURL(search.cancelUrl);
  search.worker?.stop();
}

/**
 * Sends a request to a worker, and returns its answer.
 * @param {EngineWorker} worker
 * @param {string} head
 * @param {unknown} body
 * @param {string} cancelUrl
 */
async function answer(worker, head, body, cancelUrl = "") {
  /** @type {{status: number, data: any} | undefined} */
  let response;
  unbroken(
    await worker.ask(
      head,
      JSON.stringify(body) ?? "",
      cancelUrl,
      (name, data) => (response = { status: Number(name), data: JSON.parse(data) }),
    ),
  );
  if (!response) throw new RequestError(500, BROKEN);
  if (response.status >= 300) throw new RequestError(response.status, response.data.error);
  return response.data;
}

/** @param {string} head @param {unknown} body @returns {Promise<any>} */
function light(head, body) {
  const done = last.then(() => answer(quick, head, body));
  last = done.then(
    () => {},
    () => {},
  );
  return done;
}

/** @param {string} head @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
function searched(head, body, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const search = enqueue((worker, cancelUrl) =>
      answer(worker, head, body, cancelUrl).then(resolve, reject),
    );
    signal?.addEventListener("abort", () => {
      cancel(search);
      reject(signal.reason);
    });
  });
}

/** @param {Job} job @param {string} name @param {any} data */
function emit(job, name, data) {
  if (job.state !== "running") return;
  if (name === "answer" || name === "error") job.state = name === "answer" ? "done" : "failed";
  job.log.push([name, data]);
  for (const listener of job.listeners) listener(name, data);
}

/** @param {string} id */
function job(id) {
  const found = jobs.get(id);
  if (!found) throw new RequestError(404, { message: "there is no such job: it may have been forgotten" });
  return found;
}

/** @param {string} id @param {Job} made */
function remember(id, made) {
  const old = [...jobs].find(([, { state }]) => state !== "running");
  if (jobs.size >= REMEMBERED && old) jobs.delete(old[0]);
  jobs.set(id, made);
}

/** @param {{verb?: string}} body @returns {Promise<{job: string}>} */
async function start(body) {
  const id = String(++ids);
  /** @type {Job} */
  const made = { verb: String(body?.verb), state: "running", log: [], listeners: [], search: null };
  if (made.verb === "steps") {
    const answer = await light(`POST jobs/${id}`, body);
    remember(id, made);
    return answer;
  }
  return new Promise((resolve, reject) => {
    const run = async (/** @type {EngineWorker} */ worker, /** @type {string} */ cancelUrl) => {
      try {
        unbroken(
          await worker.ask(`POST jobs/${id}`, JSON.stringify(body), cancelUrl, (name, text) => {
            const data = JSON.parse(text);
            if (name === "202") {
              remember(id, made);
              resolve(data);
            } else if (Number(name) >= 300) reject(new RequestError(Number(name), data.error));
            else emit(made, name, data);
          }),
        );
      } catch (error) {
        reject(error);
        emit(made, "error", { error: error instanceof RequestError ? error.error : BROKEN });
      }
    };
    made.search = enqueue(run);
  });
}

/** @param {string} id @param {Job} job */
function state(id, { verb, state, log }) {
  return {
    job: id,
    verb,
    state,
    ...(state === "done" ? { answer: log.at(-1)?.[1] } : state === "failed" ? log.at(-1)?.[1] : {}),
  };
}

/** Stops a job, with what it has found so far as its answer. @param {string} id */
async function stop(id) {
  const stopped = job(id);
  const { search } = stopped;
  if (stopped.state === "running" && search) {
    URL.revokeObjectURL(search.cancelUrl);
    await Promise.race([ended(stopped), new Promise((resolve) => setTimeout(resolve, STOPPING))]);
    if (stopped.state === "running") cancel(search);
  } else if (stopped.state === "running") {
    emit(stopped, "answer", await light(`DELETE jobs/${id}`, undefined));
  }
  return state(id, stopped);
}

/** @param {Job} job @returns {Promise<void>} */
const ended = (job) =>
  new Promise((resolve) =>
    job.listeners.push((name) => (name === "answer" || name === "error") && resolve()),
  );

/**
 * The answer to a request below `/api`, as docs/api.md describes them.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, signal) {
  const [first, id, act] = path.split("/");
  if (method === "GET" && path === "library") {
    const response = await fetch(new URL("../library.json", import.meta.url));
    if (!response.ok) throw new TypeError(`library.json: ${response.status}`);
    return response.json();
  }
  if (first === "jobs" && id === undefined && method === "POST") return start(body);
  if (first === "jobs" && id !== undefined && act === undefined)
    return method === "DELETE" ? stop(id) : state(id, job(id));
  if (method === "POST" && SEARCHES.includes(path)) return searched(`POST ${path}`, body, signal);
  return light(`${method} ${path}`, body);
}

/**
 * Listens to a job, which ends when nobody listens any more. Returns how to stop listening.
 * @param {string} id
 * @param {import("../engine/request-error.js").JobListener} listener
 */
export function events(id, listener) {
  const subscribed = jobs.get(id);
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
    jobs.delete(id);
    if (subscribed.search) cancel(subscribed.search);
    else void light(`DELETE jobs/${id}`, undefined).catch(() => {});
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

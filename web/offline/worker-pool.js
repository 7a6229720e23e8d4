// Answers the page's requests in workers, as the server does: one worker for what takes a moment, others for
// searches.

import { RequestError } from "../engine/request-error.js";
import { Bench } from "./engine-worker.js";

/** Searches at once. */
const SEARCHES = 2;
/** How long a search may take to stop, in milliseconds. */
const STOPPING = 2000;
/** Verbs that search. */
const LONG = new Set(["solve", "explore", "count", "generate"]);

const MEMORY = { code: "memory", message: "this needs more memory than the page may use" };
const BROKEN = { message: "this is a bug in tejun" };

/** A search that waits for a worker, or has one. @typedef {{bench: Bench | null, bell: string, run: (bench: Bench) => Promise<void>}} Search */
/** A job. @typedef {{verb: string, state: "running" | "done" | "failed", log: [string, any][], hear: import("../engine/request-error.js").Hear[], search: Search | null}} Job */

const quick = new Bench();
/** The end of the last quick request: they come one after the other. */
let last = Promise.resolve();
const benches = Array.from({ length: SEARCHES }, () => new Bench());
/** @type {Set<Bench>} */
const taken = new Set();
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
function next() {
  for (const bench of benches) {
    if (taken.has(bench)) continue;
    const search = waiting.shift();
    if (!search) return;
    taken.add(bench);
    search.bench = bench;
    void search.run(bench).finally(() => {
      URL.revokeObjectURL(search.bell);
      search.bench = null;
      taken.delete(bench);
      next();
    });
  }
}

/** @param {(bench: Bench, bell: string) => Promise<void>} run @returns {Search} */
function enter(run) {
  const bell = URL.createObjectURL(new Blob(["go on"]));
  const search = { bench: null, bell, run: (/** @type {Bench} */ bench) => run(bench, bell) };
  waiting.unshift(search);
  next();
  return search;
}

/** Ends a search without an answer. @param {Search} search */
function leave(search) {
  const at = waiting.indexOf(search);
  if (at >= 0) waiting.splice(at, 1);
  URL.revokeObjectURL(search.bell);
  search.bench?.stop();
}

/**
 * Sends a request to a worker, and returns its answer.
 * @param {Bench} bench
 * @param {string} head
 * @param {unknown} body
 * @param {string} bell
 */
async function answer(bench, head, body, bell = "") {
  /** @type {{status: number, data: any} | undefined} */
  let told;
  unbroken(
    await bench.ask(
      head,
      JSON.stringify(body) ?? "",
      bell,
      (name, data) => (told = { status: Number(name), data: JSON.parse(data) }),
    ),
  );
  if (!told) throw new RequestError(500, BROKEN);
  if (told.status >= 300) throw new RequestError(told.status, told.data.error);
  return told.data;
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
    const search = enter((bench, bell) => answer(bench, head, body, bell).then(resolve, reject));
    signal?.addEventListener("abort", () => {
      leave(search);
      reject(signal.reason);
    });
  });
}

/** @param {Job} job @param {string} name @param {any} data */
function tell(job, name, data) {
  if (job.state !== "running") return;
  if (name === "answer" || name === "error") job.state = name === "answer" ? "done" : "failed";
  job.log.push([name, data]);
  for (const hear of job.hear) hear(name, data);
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
  const made = { verb: String(body?.verb), state: "running", log: [], hear: [], search: null };
  if (made.verb === "steps") {
    const answer = await light(`POST jobs/${id}`, body);
    remember(id, made);
    return answer;
  }
  return new Promise((resolve, reject) => {
    const run = async (/** @type {Bench} */ bench, /** @type {string} */ bell) => {
      try {
        unbroken(
          await bench.ask(`POST jobs/${id}`, JSON.stringify(body), bell, (name, text) => {
            const data = JSON.parse(text);
            if (name === "202") {
              remember(id, made);
              resolve(data);
            } else if (Number(name) >= 300) reject(new RequestError(Number(name), data.error));
            else tell(made, name, data);
          }),
        );
      } catch (error) {
        reject(error);
        tell(made, "error", { error: error instanceof RequestError ? error.error : BROKEN });
      }
    };
    made.search = enter(run);
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
    URL.revokeObjectURL(search.bell);
    await Promise.race([ended(stopped), new Promise((resolve) => setTimeout(resolve, STOPPING))]);
    if (stopped.state === "running") leave(search);
  } else if (stopped.state === "running") {
    tell(stopped, "answer", await light(`DELETE jobs/${id}`, undefined));
  }
  return state(id, stopped);
}

/** @param {Job} job @returns {Promise<void>} */
const ended = (job) =>
  new Promise((resolve) => job.hear.push((name) => (name === "answer" || name === "error") && resolve()));

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
  if (method === "POST" && LONG.has(path)) return searched(`POST ${path}`, body, signal);
  return light(`${method} ${path}`, body);
}

/**
 * Listens to a job, which ends when nobody listens any more. Returns how to stop listening.
 * @param {string} id
 * @param {import("../engine/request-error.js").Hear} hear
 */
export function events(id, hear) {
  const heard = jobs.get(id);
  let open = true;
  const pass = (/** @type {string} */ name, /** @type {any} */ data) => {
    if (!open) return;
    if (name === "answer" || name === "error") close();
    hear(name, data);
  };
  const close = () => {
    if (!open) return;
    open = false;
    if (heard?.state !== "running") return;
    jobs.delete(id);
    if (heard.search) leave(heard.search);
    else void light(`DELETE jobs/${id}`, undefined).catch(() => {});
  };
  // Nothing is heard before the caller knows how to stop it.
  queueMicrotask(() => {
    if (!heard) return pass("error", null);
    const past = [...heard.log];
    heard.hear.push(pass);
    for (const [name, data] of past) pass(name, data);
  });
  return close;
}

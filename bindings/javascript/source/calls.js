// The functions of the package: each sends a request of docs/api.md to a pool of workers. Searches are sent as jobs, which
// may take longer and tell how far they are.

import { RequestError } from "../../../web/engine/request-error.js";
import { TejunError } from "./tejun-error.js";

/** What a function of the caller has thrown. */
class CallbackError extends Error {}

/** @typedef {import("../../../web/offline/worker-pool.js").WorkerPool} WorkerPool */
/**
 * What a call takes that is not an option of the engine.
 * @typedef {object} Call
 * @property {AbortSignal} [signal]
 * @property {boolean} [worker]
 * @property {string | string[]} [line]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(found: Found) => void} [onFound]
 */

/** @param {unknown} given @returns {{call: Call, options: Record<string, any>}} */
function parted(given = {}) {
  if (given === null || typeof given !== "object")
    throw new TejunError(400, { message: "options are an object, as in {time: 10}" });
  const { signal, worker, line, onProgress, onFound, ...options } = /** @type {any} */ (given);
  return { call: { signal, worker, line, onProgress, onFound }, options };
}

/**
 * Does something that the caller's signal ends. Nothing is left on that signal, which may outlive many calls.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {(own: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function ending(signal, work) {
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  try {
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
    own.signal.throwIfAborted();
    const aborted = new Promise((_, reject) =>
      own.signal.addEventListener("abort", () => reject(own.signal.reason)),
    );
    return /** @type {T} */ (await Promise.race([work(own.signal), aborted]));
  } catch (error) {
    // A caller's own reason to stop, and what its own functions throw, stay what they are.
    throw own.signal.aborted ? own.signal.reason : error instanceof CallbackError ? error.cause : TejunError.of(error);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** A request's body, which must be JSON. @param {object} body */
function json(body) {
  try {
    return JSON.parse(JSON.stringify(body));
  } catch (error) {
    throw new TejunError(400, { message: `the request is not JSON: ${/** @type {Error} */ (error).message}` });
  }
}

/**
 * Runs a job to its answer.
 * @param {WorkerPool} pool
 * @param {object} body
 * @param {Call} call
 * @param {AbortSignal} signal
 */
async function job(pool, body, { onProgress, onFound }, signal) {
  const { job } = await pool.request("POST", "jobs", body, signal);
  return new Promise((resolve, reject) => {
    const close = pool.events(job, (name, data) => {
      try {
        if (name === "progress") onProgress?.(data);
        else if (name === "found") onFound?.(data);
        else if (name === "answer") resolve(data);
        else reject(data ? new RequestError(422, data.error) : new Error("the search is gone"));
      } catch (cause) {
        close();
        reject(new CallbackError("", { cause }));
      }
    });
  });
}

/**
 * @param {(worker?: boolean) => WorkerPool} poolFor gives the pool of workers, or with `false` that of this thread
 */
export function calls(poolFor) {
  /** @param {string} verb @param {Record<string, any>} body @param {Call} call @returns {Promise<any>} */
  const ask = async (verb, body, { signal, worker, line }) => {
    const asked = json({ ...body, line });
    return ending(signal, (own) => poolFor(worker).request("POST", verb, asked, own));
  };
  /** @param {string} verb @param {string} instance @param {object} [given] @returns {Promise<any>} */
  const search = async (verb, instance, given) => {
    const { call, options } = parted(given);
    const asked = json({ verb, instance, line: call.line, options });
    return ending(call.signal, (own) => job(poolFor(call.worker), asked, call, own));
  };
  return {
    /** @param {string} puzzle @param {object} [options] */
    solve: (puzzle, options) => search("solve", puzzle, options),
    /** @param {string} puzzle @param {object} [options] */
    explore: (puzzle, options) => search("explore", puzzle, options),
    /** @param {string} puzzle @param {object} [options] */
    count: (puzzle, options) => search("count", puzzle, options),
    /** @param {string} puzzle @param {string | string[]} line @param {object} [options] */
    hint: (puzzle, line, options) => search("solve", puzzle, { ...options, line }),
    /** @param {string} puzzle @param {string | string[]} line @param {object} [given] */
    judge: async (puzzle, line, given) => {
      const { call, options } = parted(given);
      return ask("check", { instance: puzzle, options }, { ...call, line });
    },
    /** @param {string} family @param {object} [given] */
    generate: async (family, given) => {
      const { call, options: all } = parted(given);
      const { level, ...options } = all;
      return ask("generate", { of: family, level, options }, call);
    },
    /** @param {string} puzzle @param {object} [given] */
    show: async (puzzle, given) => {
      const { call, options } = parted(given);
      return ask("show", { instance: puzzle, options }, call);
    },
    /** @param {object} [given] */
    list: async (given) => {
      const { call, options } = parted(given);
      return ask("list", { options }, call);
    },
  };
}

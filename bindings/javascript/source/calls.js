// The functions of the package: each sends a request of docs/api.md to a pool of workers. Searches are sent as jobs, which
// may take longer and tell how far they are.

import { RequestError } from "../../../web/engine/request-error.js";
import { TejunError } from "./tejun-error.js";

/** @typedef {import("../../../web/offline/worker-pool.js").WorkerPool} WorkerPool */

/** That of a job which fails, where it is not that of a refusal. @type {Record<string, number>} */
const STATUS = { internal: 500, unavailable: 503 };

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
 * @param {(own: AbortController) => Promise<T>} work
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
    return /** @type {T} */ (await Promise.race([work(own), aborted]));
  } catch (error) {
    // A reason to stop stays what it is.
    throw own.signal.aborted ? own.signal.reason : TejunError.of(error);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** A request's body, which must be JSON. @param {object} body */
function json(body) {
  try {
    return JSON.parse(JSON.stringify(body));
  } catch (error) {
    const [why] = /** @type {Error} */ (error).message.split("\n");
    throw new TejunError(400, { message: `the request is not JSON: ${why}` });
  }
}

/**
 * Runs a job to its answer. What the caller's functions throw ends it.
 * @param {WorkerPool} pool
 * @param {object} body
 * @param {Call} call
 * @param {AbortController} own
 */
const job = (pool, body, { onProgress, onFound }, own) =>
  new Promise((resolve, reject) => {
    const listener = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (own.signal.aborted) return;
      try {
        if (name === "progress") onProgress?.(data);
        else if (name === "found") onFound?.(data);
        else if (name === "answer") resolve(data);
        else reject(new RequestError(STATUS[data.kind] ?? 422, data.error, data.kind));
      } catch (error) {
        own.abort(error);
      }
    };
    pool.begin(body, own.signal, [listener]).catch(reject);
  });

/**
 * @param {(worker?: boolean) => WorkerPool} poolFor gives the pool of workers, or with `false` that of this thread
 */
export function calls(poolFor) {
  /** @param {string} verb @param {Record<string, any>} body @param {Call} call @returns {Promise<any>} */
  const ask = async (verb, body, { signal: ends, worker, line }) => {
    const asked = json({ ...body, line });
    return ending(ends, ({ signal }) => poolFor(worker).request("POST", verb, asked, signal));
  };
  /** @param {string} verb @param {string} instance @param {object} [given] @param {string | string[]} [after] @returns {Promise<any>} */
  const search = async (verb, instance, given, after) => {
    const { call, options } = parted(given);
    const asked = json({ verb, instance, line: after ?? call.line, options });
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
    hint: (puzzle, line, options) => search("solve", puzzle, options, line),
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

// The pools of a process or a page: workers of their own, and where there can be none, this thread.

import { engine } from "../../../web/offline/engine.js";
import { WorkerPool } from "../../../web/offline/worker-pool.js";

/** An engine in this thread, with the face of a worker. While it searches, nothing else runs. */
class SameThread {
  /** @type {any} */
  onmessage = null;
  onerror = null;
  #ended = false;
  #take = engine((data) => this.#ended || this.onmessage?.({ data }));

  /** @param {any} message */
  postMessage(message) {
    if (message.module) this.#take(message);
    else setTimeout(() => this.#ended || this.#take(message));
  }

  terminate() {
    this.#ended = true;
  }
}

/** What cancels a search of this thread, or of one that shares its memory. @param {ArrayBufferLike} memory */
export function flag(memory) {
  const token = new Int32Array(memory);
  return { token, cancel: () => void Atomics.store(token, 0, 1) };
}

/**
 * Returns what gives the pool for calls with and without workers. Each is made when it is first needed.
 * @param {EngineHost} host
 * @param {boolean} [workers] whether there can be workers
 */
export function pools(host, workers = true) {
  /** @type {Map<boolean, WorkerPool>} */
  const made = new Map();
  const sameThread = {
    ...host,
    spawn: () => new SameThread(),
    cancellation: () => flag(new ArrayBuffer(4)),
    searches: 1,
  };
  return (worker = workers) => {
    const pool = made.get(worker) ?? new WorkerPool(worker ? host : sameThread);
    made.set(worker, pool);
    return pool;
  };
}

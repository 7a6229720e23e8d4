// The package in Node: workers are threads, which keep the process alive only while they work.

import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { calls } from "./calls.js";
import { flag, pools } from "./pools.js";

export { TejunError } from "./tejun-error.js";

/** A thread with the face of a browser's worker. */
class Thread {
  /** @type {any} */
  onmessage = null;
  /** @type {any} */
  onerror = null;
  #worker = new Worker(new URL("node-worker.js", import.meta.url), { execArgv: [] });

  constructor() {
    this.#worker.unref();
    this.#worker.on("message", (/** @type {any} */ data) => {
      if (data.name === "done" || data.name === "broken") this.#worker.unref();
      this.onmessage?.({ data });
    });
    this.#worker.on("error", (/** @type {Error} */ error) => this.onerror?.(error));
  }

  /** @param {any} message */
  postMessage(message) {
    if (!message.module) this.#worker.ref();
    this.#worker.postMessage(message);
  }

  terminate() {
    void this.#worker.terminate();
  }
}

const poolFor = pools({
  spawn: () => new Thread(),
  compile: async () => WebAssembly.compile(await readFile(new URL("../tejun.wasm", import.meta.url))),
  cancellation: () => flag(new SharedArrayBuffer(4)),
  searches: availableParallelism(),
});

export const { solve, explore, count, judge, hint, generate, show, list } = calls(poolFor);

// One worker with an engine. It is replaced when it breaks, when it has to stop at once, and when it has taken
// much memory, which an engine never gives back.

/** Bytes from which on a worker is replaced when it is done. */
const LARGE = 96 << 20;

/**
 * What became of a request: `broken` says what broke the engine, nothing if memory ran out; `away` says why there is no engine.
 * @typedef {{broken?: string, away?: string}} End
 */

export class EngineWorker {
  #spawn;
  #module;
  /** @type {EngineThread | undefined} */
  #worker;
  /** When the engine is there. @type {Promise<void> | undefined} */
  #ready;
  #number = 0;
  /** @type {{receive: (name: string, data: string) => void, end: (end: End) => void} | null} */
  #work = null;

  /** @param {() => EngineThread} spawn @param {() => Promise<WebAssembly.Module>} module */
  constructor(spawn, module) {
    this.#spawn = spawn;
    this.#module = module;
  }

  /** Makes the worker, in place of the one that is there. */
  start() {
    this.#worker?.terminate();
    const worker = this.#spawn();
    this.#worker = worker;
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
      if (data.number !== this.#number || !this.#work) return;
      const { receive, end } = this.#work;
      if (data.name !== "done" && data.name !== "broken") return receive(data.name, data.data);
      this.#work = null;
      if (data.name === "broken" || Number(data.data) > LARGE) this.start();
      end(data.name === "broken" ? { broken: data.data } : {});
    };
    // It would fail again at once; the next request tries.
    worker.onerror = (/** @type {{message?: string}} */ { message }) =>
      this.#worker === worker && this.#fail(message || "the worker cannot be loaded");
    const ready = this.#module().then((module) => worker.postMessage({ module }));
    this.#ready = ready;
    // Asked again on the next request.
    ready.catch(() => this.#ready === ready && (this.#ready = undefined));
  }

  /** Ends the work, since there is no worker to do it. @param {string} away */
  #fail(away) {
    const work = this.#work;
    this.#work = null;
    this.free();
    work?.end({ away });
  }

  /**
   * Sends a request. Each message about it is passed on. The promise settles when the request ends, however it ends.
   * @param {string} head
   * @param {string} body
   * @param {CancelToken} cancel what cancels the search; empty for a request that is not one
   * @param {(name: string, data: string) => void} receive
   * @returns {Promise<End>}
   */
  async ask(head, body, cancel, receive) {
    const number = ++this.#number;
    if (!this.#ready) this.start();
    /** @type {Promise<End>} */
    const ended = new Promise((end) => (this.#work = { receive, end }));
    try {
      await this.#ready;
    } catch (error) {
      this.#work = null;
      throw error;
    }
    // It may have been stopped meanwhile.
    if (this.#number === number && this.#work) this.#worker?.postMessage({ number, head, body, cancel });
    return ended;
  }

  /** Stops the work at once and makes a new worker. */
  stop() {
    const work = this.#work;
    this.#work = null;
    this.start();
    work?.end({ broken: "stopped" });
  }

  /** Gives a worker back that has no work. The next request makes another one. */
  free() {
    if (this.#work) return;
    this.#worker?.terminate();
    this.#worker = this.#ready = undefined;
  }
}

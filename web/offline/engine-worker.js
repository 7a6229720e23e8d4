// One worker with an engine. It is replaced when it breaks, when it has to stop at once, and when it has taken
// much memory, which an engine never gives back.

/** Bytes from which on a worker is replaced when it is done. */
const LARGE = 96 << 20;

/** The engine, compiled once for all workers. @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

async function compile() {
  const address = new URL("../tejun.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
  // Not every host knows the type that streaming asks for.
  const typed = response.headers.get("content-type")?.startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** What became of the engine: `broken` has a panic, or nothing if memory ran out. @typedef {{broken?: string}} End */

export class EngineWorker {
  constructor() {
    this.number = 0;
    /** @type {{receive: (name: string, data: string) => void, end: (end: End) => void} | null} */
    this.work = null;
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.number !== this.number || !this.work) return;
      const { receive, end } = this.work;
      if (data.name !== "done" && data.name !== "broken") return receive(data.name, data.data);
      this.work = null;
      if (data.name === "broken" || Number(data.data) > LARGE) this.#replace();
      end(data.name === "broken" ? { broken: data.data } : {});
    };
    worker.onerror = () => this.stop("the worker cannot be loaded");
    this.ready = (compiled ??= compile()).then((module) => worker.postMessage({ module }));
    // Asked again on the next request.
    this.ready.catch(() => (compiled = undefined));
  }

  #replace() {
    this.worker?.terminate();
    this.#start();
  }

  /**
   * Sends a request. Each message about it is passed on. The promise settles when the request ends, however it ends.
   * @param {string} head
   * @param {string} body
   * @param {string} cancelUrl revoking it cancels the search; empty for a request that is not one
   * @param {(name: string, data: string) => void} receive
   * @returns {Promise<End>}
   */
  async ask(head, body, cancelUrl, receive) {
    const number = ++this.number;
    /** @type {Promise<End>} */
    const ended = new Promise((end) => (this.work = { receive, end }));
    if (!compiled) this.#replace();
    try {
      await this.ready;
    } catch (error) {
      this.work = null;
      throw error;
    }
    // It may have been stopped meanwhile.
    if (this.number === number && this.work) this.worker?.postMessage({ number, head, body, cancelUrl });
    return ended;
  }

  /** Stops the work at once and makes a new worker. */
  stop(why = "stopped") {
    const work = this.work;
    this.work = null;
    this.#replace();
    work?.end({ broken: why });
  }
}

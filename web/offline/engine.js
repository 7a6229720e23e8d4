// The engine (crates/tejun-wasm), which answers one request after the other, in whatever thread this is. A busy engine
// receives no messages, so each search polls for its end: a flag in shared memory, or the URL of a blob that is revoked.

/** Milliseconds between polls of a URL. */
const POLL = 100;

/** @typedef {{memory: WebAssembly.Memory, room: (length: number) => number, ask: (head: number) => void}} Exports */

/** @param {string} url */
function isThere(url) {
  try {
    const poll = new XMLHttpRequest();
    poll.open("GET", url, false);
    poll.send();
    return poll.status === 200;
  } catch {
    return false;
  }
}

/**
 * Returns what takes messages: the `module` first, then requests.
 * @param {(message: {number: number, name: string, data: string}) => void} send takes the messages about a request
 * @returns {(message: any) => void}
 */
export function engine(send) {
  /** @type {Exports | undefined} */
  let exports;
  /** Whether there was no memory for it. */
  let lacking = false;
  let number = 0;
  /** @type {CancelToken} */
  let cancel = "";
  let due = 0;

  const env = {
    now: () => performance.now(),
    stopped: () => {
      if (typeof cancel !== "string") return Atomics.load(cancel, 0) === 0 ? 0 : 1;
      if (cancel === "" || performance.now() < due) return 0;
      due = performance.now() + POLL;
      return isThere(cancel) ? 0 : 1;
    },
    /** @param {number} at @param {number} length */
    tell: (at, length) => {
      const { buffer } = /** @type {Exports} */ (exports).memory;
      const text = new TextDecoder().decode(new Uint8Array(buffer, at >>> 0, length));
      const end = text.indexOf("\n");
      const [name, data] = [text.slice(0, end), text.slice(end + 1)];
      if (name === "memory") lacking = true;
      else send({ number, name, data });
    },
  };

  /** @param {string} head @param {string} body */
  function ask(head, body) {
    if (!exports) throw new Error("there is no engine yet");
    const bytes = new TextEncoder().encode(head + body);
    // The head is ASCII.
    const at = exports.room(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    exports.ask(head.length);
    return exports.memory.buffer.byteLength;
  }

  return (message) => {
    if (message.module) {
      exports = /** @type {any} */ (new WebAssembly.Instance(message.module, { env }).exports);
      return;
    }
    ({ number, cancel } = message);
    due = performance.now() + POLL;
    lacking = false;
    // Where a URL cannot be read at all, only its owner can stop the worker.
    if (cancel !== "" && typeof cancel === "string" && !isThere(cancel)) cancel = "";
    try {
      send({ number, name: "done", data: String(ask(message.head, message.body)) });
    } catch (error) {
      // The engine is broken: it ran out of memory, perhaps of that for calls, or has a bug.
      const isBug = error instanceof WebAssembly.RuntimeError && !lacking;
      send({ number, name: "broken", data: isBug ? String(error) : "" });
    }
  };
}

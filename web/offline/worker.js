// A worker that holds the engine (crates/tejun-wasm) and answers one request after the other. A busy
// worker cannot receive messages, so each search polls the URL of a blob; revoking that URL cancels the search.

/** Milliseconds between polls. */
const POLL = 100;

/** @type {{memory: WebAssembly.Memory, room: (length: number) => number, ask: (head: number) => void} | undefined} */
let engine;
/** The last panic of the engine, which ends it. */
let panic = "";
let number = 0;
let cancelUrl = "";
let due = 0;

const isValid = () => {
  try {
    const poll = new XMLHttpRequest();
    poll.open("GET", cancelUrl, false);
    poll.send();
    return poll.status === 200;
  } catch {
    return false;
  }
};

const env = {
  now: () => performance.now(),
  stopped: () => {
    if (cancelUrl === "" || performance.now() < due) return 0;
    due = performance.now() + POLL;
    return isValid() ? 0 : 1;
  },
  /** @param {number} at @param {number} length */
  tell: (at, length) => {
    const text = new TextDecoder().decode(
      new Uint8Array(/** @type {NonNullable<typeof engine>} */ (engine).memory.buffer, at >>> 0, length),
    );
    const end = text.indexOf("\n");
    const [name, data] = [text.slice(0, end), text.slice(end + 1)];
    if (name === "panic") panic = data;
    else postMessage({ number, name, data });
  },
};

/** @param {string} head @param {string} body */
function ask(head, body) {
  if (!engine) throw new Error("there is no engine yet");
  const bytes = new TextEncoder().encode(head + body);
  // The head is ASCII.
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.ask(head.length);
  return engine.memory.buffer.byteLength;
}

addEventListener("message", ({ data }) => {
  if (data.module) {
    engine = /** @type {any} */ (new WebAssembly.Instance(data.module, { env }).exports);
    return;
  }
  ({ number, cancelUrl } = data);
  due = performance.now() + POLL;
  // Where a cancelUrl cannot be read at all, only its owner can stop the worker.
  if (cancelUrl !== "" && !isValid()) cancelUrl = "";
  try {
    postMessage({ number, name: "done", data: String(ask(data.head, data.body)) });
  } catch {
    // The engine is broken. Without a panic, it ran out of memory.
    postMessage({ number, name: "broken", data: panic });
  }
});

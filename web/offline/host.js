// What a browser has for the engine: workers, its module, and URLs that cancel a search.

import { packed, urlOf } from "./files.js";

/** How many run at once. */
export const searches = 2;

// No browser takes a module from a file on a disk as a worker; in a single file it is a plain script.
export const spawn = () =>
  packed
    ? new Worker(packed.files["offline/worker.js"])
    : new Worker(new URL("worker.js", import.meta.url), { type: "module" });

export async function compile() {
  const address = urlOf("tejun.wasm");
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
  // Not every host knows the type that streaming asks for.
  const typed = response.headers.get("content-type")?.startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export function cancellation() {
  const token = URL.createObjectURL(new Blob(["go on"]));
  return { token, cancel: () => URL.revokeObjectURL(token) };
}

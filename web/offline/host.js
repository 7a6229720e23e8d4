// What a browser has for the engine: workers, its module, and URLs that cancel a search.

/** How many run at once. */
export const searches = 2;

export const spawn = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

export async function compile() {
  const address = new URL("../tejun.wasm", import.meta.url);
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

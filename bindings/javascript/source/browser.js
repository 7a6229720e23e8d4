// The pool of a page, for its calls and for all elements on it.

import * as own from "../../../web/offline/host.js";
import { pools } from "./pools.js";

/** A worker of the page's own origin, wherever the package comes from: a script of another origin may only be imported. */
function spawn() {
  const { href, origin } = new URL("worker.js", import.meta.url);
  if (origin === location.origin) return own.spawn();
  const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  // It is read by then, or never.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}

export const poolFor = pools({ ...own, spawn }, typeof Worker === "function");

/** What bundle.mjs makes of other files. */

declare module "*/playing.js" {
  /** play.js with all it imports, for one language. */
  export function playing(page: {
    request: import("../../../web/offline/worker-pool.js").WorkerPool["request"];
    events: import("../../../web/offline/worker-pool.js").WorkerPool["events"];
    RequestError: typeof import("../../../web/engine/request-error.js").RequestError;
    language: string;
  }): typeof import("./play.js");
}

declare module "*/styles.css" {
  const text: string;
  export default text;
}

// Node's own types change those of a browser.
declare module "node:fs/promises";
declare module "node:os";
declare module "node:worker_threads";

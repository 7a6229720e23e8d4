// Who answers the page that has no server: workers of its own. `web/build` puts this file in place
// of engine/transport.js.

import { urlOf } from "./files.js";
import * as host from "./host.js";
import "./install.js";
import { WorkerPool } from "./worker-pool.js";

const pool = new WorkerPool(host);
pool.start();

/** The answer about the library, which never changes. @returns {Promise<any>} */
async function library() {
  const response = await fetch(urlOf("library.json"));
  if (!response.ok) throw new TypeError(`library.json: ${response.status}`);
  return response.json();
}

/** @type {typeof pool.request} */
export const request = async (method, path, body, signal) =>
  method === "GET" && path === "library" ? library() : pool.request(method, path, body, signal);

/** @type {typeof pool.events} */
export const events = (id, listener) => pool.events(id, listener);

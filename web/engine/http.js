// Sends the page's requests to the server it came from.

import { RequestError } from "./request-error.js";

/**
 * The answer to a request below `/api`, as docs/api.md describes them.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(method, path, body, signal) {
  const content =
    body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`api/${path}`, { method, signal, ...content });
  const type = response.headers.get("content-type") ?? "";
  const answer = type.includes("json") ? await response.json() : {};
  if (!response.ok) throw new RequestError(response.status, answer.error ?? {});
  return answer;
}

/**
 * Listens to a job, which ends when nobody listens any more. Returns how to stop listening.
 * @param {string} id
 * @param {import("./request-error.js").JobListener} listener
 */
export function events(id, listener) {
  const stream = new EventSource(`api/jobs/${id}/events`);
  for (const name of ["progress", "found", "answer", "error"]) {
    stream.addEventListener(name, (event) => {
      // Without data, the stream itself broke. Reconnecting would find the search gone: it ends with its last
      // listener.
      if (name === "answer" || name === "error") stream.close();
      listener(name, event instanceof MessageEvent ? JSON.parse(event.data) : null);
    });
  }
  return () => stream.close();
}

// A plain host of static files, as the page without a server needs one.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** The page's sources. */
const WEB = join(import.meta.dirname, "..");

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/**
 * Serves a folder on a port of its own: at the root, and also below /some/where/. Below /source/ are the page's modules.
 * @param {string} folder
 * @param {Record<string, string>} [types]
 * @param {Map<string, string>} [instead] contents to serve instead of those of files
 * @returns {Promise<{address: string, close: () => void}>}
 */
export async function files(folder, types = TYPES, instead = new Map()) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname)).replace(
      /^\/some\/where\//,
      "/",
    );
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const source = file.startsWith("/source/") && file.slice("/source".length);
    try {
      const content = instead.get(file) ?? (await readFile(source ? join(WEB, source) : join(folder, file)));
      response
        .writeHead(200, {
          "content-type": types[extname(file)] ?? "application/octet-stream",
          // Pages of other origins load packages.
          "access-control-allow-origin": "*",
        })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

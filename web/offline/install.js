// Keeps the page on the device: a service worker holds all its files, and takes up a new version when the page is
// opened again.

import { packed } from "./files.js";

/** @param {ServiceWorkerContainer} container */
async function install(container) {
  const old = container.controller;
  container.addEventListener("controllerchange", () => {
    // The address has the puzzle and the line, so nothing is lost.
    if (old) location.reload();
  });
  const { waiting } = await container.register(new URL("../service-worker.js", import.meta.url));
  if (old) waiting?.postMessage("take over");
}

// A browser may refuse, as in a private window; the page then needs its host. A single file is on the device already.
if (!packed && "serviceWorker" in navigator) install(navigator.serviceWorker).catch(() => {});

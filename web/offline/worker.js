// A worker of a browser that holds the engine.

import { engine } from "./engine.js";

const take = engine((message) => postMessage(message));
addEventListener("message", ({ data }) => take(data));

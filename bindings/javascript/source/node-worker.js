// A thread of Node that holds the engine.

import { parentPort } from "node:worker_threads";
import { engine } from "../../../web/offline/engine.js";

parentPort.on(
  "message",
  engine((message) => parentPort.postMessage(message)),
);

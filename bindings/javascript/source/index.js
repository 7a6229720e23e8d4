// The package in a browser.

import { poolFor } from "./browser.js";
import { calls } from "./calls.js";

export { TejunError } from "./tejun-error.js";
export const { solve, explore, count, judge, hint, generate, show, list } = calls(poolFor);

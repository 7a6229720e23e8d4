// Looks for the best lines of the player's own levels, one after the other, while the page is seen, nothing else is asked
// and nobody does anything.

import * as api from "../engine/api.js";
import { Latest } from "../lib/latest.js";
import * as collections from "./collections.js";
import { rest } from "./rest.js";

/** Milliseconds after which nobody does anything. */
const IDLE = 3000;
/** What a search may take: seconds, and bytes of memory. */
const [SECONDS, MEMORY] = [3, 64 << 20];

const searches = new Latest();
let timer = 0;

/** Begins to look. */
export function begin() {
  for (const act of ["pointerdown", "touchstart", "keydown", "wheel"])
    addEventListener(act, wait, { capture: true, passive: true });
  document.addEventListener("visibilitychange", wait);
  collections.changes.addEventListener("added", wait);
  wait();
}

/** Ends what is under way, and goes on when nobody has done anything for a while. */
function wait() {
  searches.stop();
  again(IDLE);
}

/** @param {number} after milliseconds */
function again(after) {
  clearTimeout(timer);
  timer = setTimeout(look, after);
}

async function look() {
  const level = document.hidden ? null : collections.unsearched();
  if (!level) return;
  if (api.isAsked()) return again(IDLE);
  try {
    const answer = await searches.run((signal) => api.glance(level.puzzle, SECONDS, MEMORY, signal));
    // Somebody did something.
    if (!answer) return;
    const { outcome, proved, cost, score } = rest(answer);
    const worth = score ?? cost;
    void collections.learn(level.name, {
      searched: true,
      unsolvable: outcome === "unsolvable",
      best: worth === null ? null : { worth, metric: answer.metric, scored: score !== null, proved },
    });
  } catch (error) {
    const refused = error instanceof api.RequestError && error.status === 422;
    // Without an answer it is asked again, but not at once.
    if (!refused) return again(10 * IDLE);
    void collections.learn(level.name, { searched: true });
  }
  again(0);
}

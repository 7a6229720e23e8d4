// What the solver of the editor of games says: nothing that is not proved is called shortest or impossible.

import assert from "node:assert/strict";
import { test } from "node:test";
import { badge, told } from "../../editor/source/level-picker.js";
import { finding } from "../../editor/source/solver.js";

/** @param {Partial<SolveAnswer>} answer */
const found = (answer) => finding(/** @type {SolveAnswer} */ ({ proof: "none", line: [], ...answer }), 5);

test("a finding is told as far as it is proved", () => {
  const line = ["u", "l", "u"];
  /** @type {[Partial<SolveAnswer>, string, RegExp][]} */
  const cases = [
    [{ outcome: "solved", proof: "optimal", line }, "3", /^Shortest: 3 moves\.$/],
    [{ outcome: "solved", line }, "≤ 3", /^Won in 3 moves; it may be possible in fewer\.$/],
    [{ outcome: "unsolvable" }, "✗", /^It cannot be won\.$/],
    [{ outcome: "stopped", reason: "time" }, "?", /^Nothing found in 5 s\.$/],
    [{ outcome: "stopped", reason: "memory" }, "?", /memory/],
  ];
  for (const [answer, mark, text] of cases) {
    assert.equal(badge(found(answer), false), mark);
    assert.match(told(found(answer), false), text);
  }
  const refused = {
    ...found({ outcome: "stopped" }),
    what: /** @type {const} */ ("refused"),
    why: "too wide",
  };
  assert.equal(told(refused, false), "Too wide.");
  assert.equal(badge(undefined, false) + told(undefined, false), "");
  assert.equal(badge(found({ outcome: "unsolvable" }), true), "…");
});

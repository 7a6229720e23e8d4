// What is known about the way on from a position, as a search has answered.

/**
 * @typedef {object} Rest
 * @property {"solved" | "unsolvable" | "stopped"} outcome
 * @property {boolean} proved
 * @property {number | null} cost to the end; null if lines are scored, because the score is compared first
 * @property {number | null} score
 * @property {string[]} line
 * @property {number | null} bound no line costs less, as far as that is known
 * @property {Reason | null} reason why there is none
 * @property {boolean} memory whether the search was stopped because it needed more memory
 */

/** @param {SolveAnswer} answer @returns {Rest} */
export function rest(answer) {
  const score = answer.score ?? null;
  return {
    outcome: answer.outcome,
    proved: answer.proof === "optimal",
    cost: score === null ? answer.cost : null,
    score,
    line: answer.line ?? [],
    bound: answer.bound,
    reason: answer.why ?? null,
    memory: answer.outcome === "stopped" && answer.reason === "memory",
  };
}

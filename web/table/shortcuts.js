// Keys of the keyboard at the table: undo and redo, a replay's, the board's, and letters.

/**
 * What they act on.
 * @typedef {object} Host
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../game/hand.js").Hand} hand
 * @property {import("../board/board.js").Board} board
 * @property {import("./replay.js").Replay | undefined} replay what is being replayed
 * @property {() => void} focus gives the focus to the board
 * @property {Record<string, () => unknown>} letters what they do
 */

/** Does what a key means. @param {KeyboardEvent} event @param {Host} host */
export function shortcut(event, { midend, hand, board, replay, focus, letters }) {
  const { target } = event;
  const busy =
    target instanceof HTMLElement &&
    target.matches("input:not([type=checkbox], [type=range]), textarea, select, dialog *");
  if (busy || event.altKey || event.defaultPrevented) return;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const act = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[letter];
    if (!act || hand.suspended) return;
    event.preventDefault();
    void midend[/** @type {"undo" | "redo"} */ (act)]();
    return;
  }
  if (replay?.key(event)) {
    event.preventDefault();
    return;
  }
  // These two are for what has the focus.
  const elsewhere = target !== document.body && target !== board.svg;
  if (elsewhere && /^( |Enter)$/.test(event.key)) return;
  // Players of games that are drawn with sprites expect Z and R.
  const taught = midend.position.scene.sheet && { z: () => midend.undo(), r: () => midend.restart() }[letter];
  if (taught && !hand.suspended) {
    event.preventDefault();
    void taught();
    return;
  }
  if (hand.key(event)) {
    focus();
    return;
  }
  if (letter === "?" || !hand.suspended) void letters[letter]?.();
}

// Keys of the keyboard at the table: undo and redo, a replay's, the board's, and letters.

/**
 * What they act on.
 * @typedef {object} Host
 * @property {import("../game/midend.js").Midend} midend
 * @property {import("../game/hand.js").Hand} hand
 * @property {import("../board/board.js").Board} board
 * @property {import("./replay.js").Replay | undefined} replay what is being replayed
 * @property {() => void} focus gives the focus to the board
 * @property {() => boolean} goOn goes on to the next game, if this one has ended
 * @property {Record<string, () => unknown>} letters what they do
 */

/** Does what a key means. @param {KeyboardEvent} event @param {Host} host */
export function shortcut(event, { midend, hand, board, replay, focus, goOn, letters }) {
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
  if (event.key === "Enter" && !event.repeat && goOn()) {
    event.preventDefault();
    return;
  }
  // Players of games that are drawn with sprites, and of those in which somebody walks, expect Z, Backspace and R.
  const { scene } = midend.position;
  /** @type {Record<string, () => unknown>} */
  const known = { z: () => midend.undo(), backspace: () => midend.undo(), r: () => midend.restart() };
  const taught = (scene.sheet || scene.arrows === "walk") && known[letter];
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

// A line with what Undo and Redo lead to, and which of its moves the player made. Nothing here changes: each move gives
// another history.

/**
 * A line, and of each of its moves whether the player made it.
 * @typedef {{line: string[], own: boolean[]}} Played
 */

/** A move that was taken back. @typedef {{move: string, own: boolean}} Undone */

export class History {
  /**
   * @param {Played} played `own` marks the moves that the player made by pointer, touch or key; what was played for him is
   *   not his, nor is what came with a link
   * @param {(Played | null)[]} [past] what Undo goes back to: null for the line less its last move
   * @param {(Undone | Played)[]} [future] what Redo plays again: moves, and whole lines where more than a move was changed
   */
  constructor({ line, own }, past = line.map(() => null), future = []) {
    this.line = line;
    this.own = own;
    this.past = past;
    this.future = future;
  }

  /** A line that nobody is known to have played. @param {string[]} line */
  static of(line) {
    return new History({ line, own: line.map(() => false) });
  }

  /** @returns {Played} */
  get #played() {
    return { line: this.line, own: this.own };
  }

  /** How many moves it begins with that the player made. */
  get ownMoves() {
    const other = this.own.indexOf(false);
    return other < 0 ? this.own.length : other;
  }

  /** The same, if the player made so many moves that it begins with. @param {number} moves */
  claimed(moves) {
    const own = this.own.map((own, at) => own || at < moves);
    return new History({ line: this.line, own }, this.past, this.future);
  }

  /** After a move of the player. @param {string} move */
  play(move) {
    const [next, ...future] = this.future;
    return new History(
      { line: [...this.line, move], own: [...this.own, true] },
      [...this.past, null],
      next && "move" in next && next.move === move ? future : [],
    );
  }

  /** After moves that Undo takes back together. @param {string[]} moves @param {boolean} own whether the player makes them */
  playAll(moves, own) {
    return this.#to([...this.line, ...moves], [...this.own, ...moves.map(() => own)]);
  }

  /** Without a move, and after another one, if there is another. @param {number} at @param {string | null} move */
  exchange(at, move) {
    const [line, own] = [this.line.toSpliced(at, 1), this.own.toSpliced(at, 1)];
    return move === null ? this.#to(line, own) : this.#to([...line, move], [...own, true]);
  }

  /** At another line. The player's own are only the moves that it shares with this one. @param {string[]} line */
  jump(line) {
    const other = line.findIndex((move, at) => move !== this.line[at]);
    const shared = other < 0 ? line.length : other;
    return this.#to(
      line,
      line.map((_, at) => at < shared && this.own[at]),
    );
  }

  /** The line with the moves that were taken back from its end. @returns {Played} */
  get reach() {
    const undone = this.future.findIndex((next) => !("move" in next));
    const next = /** @type {Undone[]} */ (undone < 0 ? this.future : this.future.slice(0, undone));
    return {
      line: [...this.line, ...next.map(({ move }) => move)],
      own: [...this.own, ...next.map(({ own }) => own)],
    };
  }

  /** At another line that was played. @param {Played} played */
  branch({ line, own }) {
    return this.#to(line, own);
  }

  /** At a line from which Undo leads back to this one. @param {string[]} line @param {boolean[]} own */
  #to(line, own) {
    return new History({ line, own }, [...this.past, this.#played]);
  }

  /** Before the last change; null if there is none. */
  undo() {
    const { past } = this;
    if (past.length === 0) return null;
    const before = past[past.length - 1];
    const last = this.line.length - 1;
    return new History(
      before ?? { line: this.line.slice(0, last), own: this.own.slice(0, last) },
      past.slice(0, -1),
      [...(before ? [this.#played] : this.#undone(last)), ...this.future],
    );
  }

  /** After the next change that was taken back; null if there is none. */
  redo() {
    const [next, ...future] = this.future;
    if (next === undefined) return null;
    if ("line" in next) return new History(next, [...this.past, this.#played], future);
    const played = { line: [...this.line, next.move], own: [...this.own, next.own] };
    return new History(played, [...this.past, null], future);
  }

  /** After the first moves of the line. @param {number} moves */
  back(moves) {
    const played = { line: this.line.slice(0, moves), own: this.own.slice(0, moves) };
    return new History(played, undefined, [...this.#undone(moves), ...this.future]);
  }

  /** The moves of the line from one on, to be played again. @param {number} from @returns {Undone[]} */
  #undone(from) {
    return this.line.slice(from).map((move, at) => ({ move, own: this.own[from + at] }));
  }
}

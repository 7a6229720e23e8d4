import type { PositionAnswer, PuzzleAnswer, Scene } from "./answers.js";
import type { TejunError } from "./index.js";

/** A position, with all that is known of its puzzle. */
export type Position = Omit<PuzzleAnswer, "ground"> & Omit<PositionAnswer, "scene"> & { scene: Scene };

/** What the events `move` and `solved` tell. */
export interface Move {
  how: "move" | "undo" | "redo" | "reset" | "jump";
  line: string[];
  standing: PositionAnswer["standing"];
  cost: number | null;
  score: number | null;
}

/** `<tejun-board puzzle="...">`: plays a puzzle. Importing this module defines it. */
export class TejunBoard extends HTMLElement {
  /** A name of the library, a short form, or the text of a file. */
  puzzle: string;
  /** The moves played. A text is read from the first position. */
  get line(): string | string[];
  set line(line: string | readonly string[]);
  /** Null until the puzzle is there. */
  readonly position: Position | null;
  /** Plays a move; whether it is legal. */
  play(move: string): Promise<boolean>;
  undo(): Promise<void>;
  reset(): Promise<void>;
  /** Tells more each time: how far it is, which piece, where to; then it plays the move. */
  hint(): Promise<void>;
  /** Shows a shortest way from here. */
  giveUp(): Promise<void>;
}

export interface TejunBoardEventMap {
  /** The puzzle is there. */
  load: Event;
  /** It cannot be read. */
  error: CustomEvent<TejunError>;
  /** The line has changed. */
  move: CustomEvent<Move>;
  solved: CustomEvent<Move>;
}

declare global {
  interface HTMLElementTagNameMap {
    "tejun-board": TejunBoard;
  }
}

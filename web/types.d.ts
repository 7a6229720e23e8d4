/** Types of the page. Those of the answers are in answers.d.ts. Only the type checker reads these files. */

/** A row and a column, whole or not. */
type At = [number, number];

/** A layer, a row and a column, or steps along them. */
type Place = [number, number, number];

/** How a piece in hand is turned. */
type Way = "turn" | "tip" | "flip";

type Role = "plain" | "hero" | "foe";
type Glyph = "block" | "car" | "disc" | "tank" | "mouth" | "ghost" | "text" | "path";
type Direction = "up" | "down" | "left" | "right";

/** The open puzzle: a name or a file's text, a metric, and which level of a file with several. */
interface Puzzle {
  instance: string;
  metric?: string;
  level?: number;
}

/** A position with all that is known of its puzzle. */
type Position = Omit<PuzzleAnswer, "ground"> & Omit<PositionAnswer, "scene"> & { scene: Scene };

/** The pieces carried from one position to the next, or back. */
interface Step {
  carried: Carried[];
  back: boolean;
}

/** Puzzles generated at random. */
interface Generated {
  outcome: string;
  puzzles: { instance?: string; file?: string }[];
}

/** How a search is cancelled from elsewhere: the URL of a blob, which is revoked; or a number that is no longer 0. */
type CancelToken = string | Int32Array;

/** What a page that is a single file has: title and address of its puzzle, and the URL of each of its parts. */
interface Packed {
  title: string;
  home: string;
  files: Record<string, string>;
}

/** What runs a pool of engines (offline/): a browser, or something else. */
interface EngineHost {
  /** Makes a worker that holds an engine. */
  spawn: () => EngineThread;
  compile: () => Promise<WebAssembly.Module>;
  cancellation: () => { token: CancelToken; cancel: () => void };
  /** How many run at once. */
  searches: number;
}

/** A worker, or what looks like one. */
interface EngineThread {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: unknown;
  onerror: unknown;
}

/** A search that waits for a worker, or has one. */
interface EngineSearch {
  worker: import("./offline/engine-worker.js").EngineWorker | null;
  cancel: () => void;
  run: (worker: import("./offline/engine-worker.js").EngineWorker) => Promise<void>;
}

/** A job, with the events so far. */
interface EngineJob {
  verb: string;
  state: "running" | "done" | "failed";
  log: [name: string, data: unknown][];
  listeners: import("./engine/request-error.js").JobListener[];
  search: EngineSearch | null;
}

import type { CountAnswer, ExploreAnswer, Found, Progress, Reason, SolveAnswer } from "./answers.js";

export type * from "./answers.js";

/** What a family adds to an answer, such as the `grid` of a packing. */
export interface Details {
  [key: string]: unknown;
}

/** What every answer about a puzzle has. */
export interface About {
  puzzle: string;
  instance: string;
  metric: string;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. A search stops. */
  signal?: AbortSignal;
  /** `false` runs it in this thread, which then does nothing else. By default only where there are no workers. */
  worker?: boolean;
}

/** Which puzzle of a file, and what its moves cost. */
export interface PuzzleOptions extends CallOptions {
  /** Of a file with several levels, from 1. */
  level?: number;
  /** One of the family's metrics. */
  metric?: string;
}

/** The limits of a search. */
export interface SearchOptions extends PuzzleOptions {
  /** The moves played so far. */
  line?: string | readonly string[];
  /** Seconds: 300 by default, at most 900. */
  time?: number;
  /** Bytes, or a text such as `"1GiB"`: 256 MiB by default, at most 2 GiB. */
  memory?: number | string;
  /** At most so many positions. */
  states?: number;
  /** At most so many moves deep. */
  depth?: number;
  seed?: number;
  /** Called at each new depth, otherwise at most ten times a second. */
  onProgress?: (progress: Progress) => void;
  /** Called with each solution that is better than those before. */
  onFound?: (found: Found) => void;
}

export interface SolveOptions extends SearchOptions {
  /** The best line to every exit, or every solution. */
  all?: boolean;
  /** The first so many solutions. */
  first?: number;
  /** Looks for any line among so many positions per depth, where a shortest one is out of reach; families without a beam refuse it. */
  width?: number;
}

export interface ExploreOptions extends SearchOptions {
  /** Whether solved positions are left again. */
  terminal_goals?: boolean;
}

export interface GenerateOptions extends CallOptions {
  /** The difficulty, from 1. */
  level?: number;
  /** The same seed makes the same puzzle. */
  seed?: number;
  /** Seconds: at most 20, which is the default. */
  time?: number;
}

/** The value of a line. */
export interface CheckAnswer extends About, Details {
  legal: boolean;
  solves: boolean;
  cost: number | null;
  /** Of an illegal move: its index, and why. */
  at?: number;
  reason?: string;
  /** Where lines are scored. */
  score?: number | null;
}

/** A position as text. */
export interface ShowAnswer extends About {
  titles: string[];
  source: string | null;
  optimal: number | null;
  drawing: string;
}

export interface ListAnswer {
  instances: { name: string; puzzle: string; titles: string[]; metric: string; optimal: number | null }[];
  short_forms: { form: string; means: string }[];
}

/** Puzzles drawn at random: each is an `instance` or the text of a `file`. */
export interface GenerateAnswer extends Details {
  of: string;
  level: number;
  seed: number;
  outcome: string;
  puzzles: ({ instance?: string; file?: string } & Details)[];
  found: number;
  wanted: number;
}

/** A refused call. */
export class TejunError extends Error {
  name: "TejunError";
  /** What is wrong: the call, the puzzle, the line, what is asked of the family, the size, or tejun. */
  kind: "usage" | "instance" | "line" | "unsupported" | "limit" | "unavailable" | "internal";
  /** That of the HTTP API. */
  status: number;
  /** What is known of it: the reason and its code, */
  code?: string;
  reason?: Reason;
  /** the key of the file with the mistake, and its place on a board, from 1, */
  key?: string;
  row?: number;
  column?: number;
  /** or the index of an illegal move. */
  at?: number;
}

/**
 * A puzzle is a name of the library, a short form, or the text of a file.
 * Finds a shortest line from the position after `line`, or proves that there is none.
 */
export function solve(puzzle: string, options?: SolveOptions): Promise<SolveAnswer & Details>;
/** Visits every position that can be reached. */
export function explore(puzzle: string, options?: ExploreOptions): Promise<ExploreAnswer & Details>;
/** Counts the solutions. */
export function count(puzzle: string, options?: SearchOptions): Promise<CountAnswer & Details>;
/** Judges a line by the rules alone. */
export function judge(
  puzzle: string,
  line: string | readonly string[],
  options?: PuzzleOptions,
): Promise<CheckAnswer>;
/** Solves the puzzle from the position after a line: the hint is the first move of the answer's `line`. */
export function hint(
  puzzle: string,
  line: string | readonly string[],
  options?: Omit<SolveOptions, "line">,
): Promise<SolveAnswer & Details>;
/** Draws a puzzle at random. */
export function generate(family: string, options?: GenerateOptions): Promise<GenerateAnswer>;
/** Draws a position as text. */
export function show(
  puzzle: string,
  options?: PuzzleOptions & { line?: string | readonly string[] },
): Promise<ShowAnswer>;
/** Lists the library and the short forms. */
export function list(options?: CallOptions): Promise<ListAnswer>;

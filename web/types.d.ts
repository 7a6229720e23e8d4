/** What the server answers; see docs/api.md. Only the type checker reads this file. */

/** A sentence in every language. */
interface Said {
  en: string;
  ja: string;
  zh: string;
}

/** Why something cannot be played, or what is to be said under a board. */
interface Reason extends Said {
  code: string;
  /** The cells of the scene that it is about. */
  cells: number[];
}

type Role = "plain" | "hero" | "foe";

interface Piece {
  name: string;
  cells: number[];
  kind: number;
  role: Role;
  /** The move that put it there, where the line stays legal without that move. */
  played: number | null;
}

/** What changes from one position to the next. */
interface Frame {
  /** One character a cell: `.` to eat, `g` goal, `t` tray, space nothing. */
  marks: string;
  pieces: Piece[];
  notes: Reason[];
}

interface Scene extends Frame {
  rows: number;
  columns: number;
  maze: boolean;
  roads: [number, number][];
  /** Row, column, and how moves name it. */
  cells: [number, number, string | null][];
}

/** A legal move: a piece and the cells that it goes to, or a key. */
interface Choice {
  move: string;
  piece?: number;
  to?: number[];
  key?: string;
}

type Gesture = { piece: number; to: number[] } | { key: string };

interface Position {
  puzzle: string;
  instance: string;
  titles: Said;
  source: string | null;
  metric: string;
  optimal: number | null;
  /** Whether every solution costs the same. */
  alike: boolean;
  abilities: { explore: boolean; count: boolean; steps: boolean };
  line: string[];
  standing: "open" | "solved" | "over" | "lost";
  cost: number | null;
  score: number | null;
  scene: Scene;
  choices: Choice[];
  /** The instance file. */
  text: string;
}

interface Solved {
  outcome: "solved" | "unsolvable" | "stopped";
  reason?: string;
  /** Why there is no solution, where that needed no search. */
  why?: Reason;
  proof: "optimal" | "none";
  cost: number | null;
  bound: number | null;
  line: string[] | null;
  metric: string;
  score?: number | null;
  score_bound?: number | null;
  stats: { expanded: number; stored: number; seconds: number; peak_bytes: number };
}

interface Explored {
  outcome: string;
  states: number;
  classes: number;
  levels: number[];
  eccentricity: number;
  dead_ends: number;
  goals: number;
  shortest_lines: string;
  farthest: string[];
}

interface Progress {
  depth: number;
  frontier: number;
  expanded: number;
  stored: number;
  seconds: number;
}

interface StepEvent {
  kind: "try" | "placed" | "pruned" | "taken-back" | "solution" | "exhausted";
  reason: Reason;
  cells: number[];
  line: string[];
}

interface Family {
  name: string;
  title: Said;
  about: Said;
  metrics: string[];
  template: string;
  brushes: { characters: string; about: Said }[];
  short_forms: { form: string; about: Said; letters: string | null }[];
}

interface Entry {
  name: string;
  puzzle: string;
  titles: Said;
  metric: string;
  optimal: number | null;
  scene: Scene;
}

interface Library {
  families: Family[];
  entries: Entry[];
}

/** Which puzzle is open: a name or a file's text, and in which metric. */
interface Puzzle {
  instance: string;
  metric?: string;
}

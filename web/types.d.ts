/** The server's answers; see docs/api.md. Only the type checker reads this file. */

/** A sentence in every language. */
interface Localized {
  en: string;
  ja: string;
  zh: string;
}

/** Why something cannot be played, or a note under a board. */
interface Reason extends Localized {
  code: string;
  /** The cells of the scene that it is about. */
  cells: number[];
}

/** A row and a column, whole or not. */
type At = [number, number];

type Role = "plain" | "hero" | "foe";
type Glyph = "block" | "car" | "disc" | "tank" | "mouth" | "ghost" | "text" | "path";
type Direction = "up" | "down" | "left" | "right";

interface Piece {
  name: string;
  cells: number[];
  kind: number;
  role: Role;
  glyph: Glyph;
  /** The `d` of an SVG path in a square of 100, if that is its glyph. */
  path?: string;
  /** As in `#ff8800`, if it has one of its own. */
  colour?: string;
  facing: Direction | null;
  /** The move that placed it, if the line stays legal without that move. */
  played: number | null;
}

/** What changes from one position to the next. */
interface Frame {
  /** One character per cell: `.` to eat, `g` goal, `-` gate, `t` tray, space for nothing. */
  marks: string;
  pieces: Piece[];
  notes: Reason[];
  /** Floors with a colour of their own. */
  floors?: [number, string][];
  /** Short texts on floors. */
  texts?: [number, string][];
  /** In a replay: the gesture that led here, if one did. */
  by?: Gesture | null;
}

/** A key that plays a move. `arrow` is the arrow key that does the same, or null for the space bar. */
interface Key {
  key: string;
  arrow: Direction | null;
  label: Localized;
}

interface Scene extends Frame {
  rows: number;
  columns: number;
  /** Whether there is a wall wherever there is no cell. */
  walls: boolean;
  /** The keys it is played with; none if pieces are carried. */
  keys: Key[];
  roads: [number, number][];
  /** Neighbouring cells with a thin wall between them. */
  thin_walls?: [number, number][];
  /** Row, column, and name in moves. */
  cells: [number, number, string | null][];
}

/** A legal move: a piece and the cells it goes to, several of them, a cell to tap, or a key. */
interface Choice {
  move: string;
  piece?: number;
  to?: number[];
  carried?: Carried[];
  tap?: number;
  key?: string;
}

/** A piece, by its index in the scene, and the cells it is carried to. */
interface Carried {
  piece: number;
  to: number[];
}

type Gesture = Carried | { carried: Carried[] } | { tap: number } | { key: string };

/** The pieces carried from one position to the next, or back. */
interface Step {
  carried: Carried[];
  back: boolean;
}

/** What a line is worth: a score, where more is better, if there is one; else a cost. */
interface Worth {
  cost: number | null;
  score?: number | null;
}

interface Position extends Worth {
  puzzle: string;
  instance: string;
  titles: Localized;
  source: string | null;
  sources: Localized | null;
  /** What is to be done. */
  aim: Reason | null;
  metric: string;
  optimal: number | null;
  /** Whether lines are scored. */
  scored: boolean;
  /** Whether every solution costs the same. */
  alike: boolean;
  abilities: { solve: boolean; explore: boolean; count: boolean; steps: boolean };
  line: string[];
  /** The line as one text. */
  written: string;
  standing: "open" | "solved" | "over" | "lost";
  score: number | null;
  scene: Scene;
  choices: Choice[];
  /** The position in notations of other programs. */
  notations: { name: string; about: Localized; text: string }[];
  /** The instance file. */
  text: string;
}

interface Solution extends Worth {
  outcome: "solved" | "unsolvable" | "stopped";
  reason?: string;
  /** Why there is no solution, if no search was needed to tell. */
  why?: Reason;
  proof: "optimal" | "none";
  bound: number | null;
  line: string[] | null;
  metric: string;
  score_bound?: number | null;
  stats: { expanded: number; stored: number; seconds: number; peak_bytes: number };
}

interface Explored {
  outcome: string;
  reason?: string;
  states: number;
  classes: number;
  levels: number[];
  eccentricity: number;
  /** What a level counts: the metric, or else what its name is for. */
  unit: string;
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
  title: Localized;
  about: Localized;
  /** Other names to search for. */
  names: string[];
  rules: { about: Localized; scene: Scene | null }[];
  /** What can be drawn at random, at levels from 1 up. */
  draws: { name: string; title: Localized; levels: number }[];
  metrics: string[];
  template: string;
  brushes: { characters: string; about: Localized }[];
  /** Lines that a file may have: for a switch, or with what a brush paints. */
  lines: { text: string; about: Localized; brush: string | null; letters: string | null }[];
  short_forms: { form: string; about: Localized; letters: string | null; least: number }[];
}

interface Entry {
  name: string;
  puzzle: string;
  titles: Localized;
  metric: string;
  optimal: number | null;
  /** Whether every solution costs the same. */
  alike: boolean;
  scene: Scene;
}

interface Library {
  families: Family[];
  entries: Entry[];
}

/** A puzzle drawn at random. */
interface Drawn {
  outcome: string;
  puzzles: { instance?: string; file?: string }[];
}

/** The open puzzle: a name or a file's text, and a metric. */
interface Puzzle {
  instance: string;
  metric?: string;
}

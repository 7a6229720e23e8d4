// What was played, stored on this device: lines, times, best results and days. Whatever is wrong with what is
// stored, the page works without it.

/** The key in the browser's storage. */
const KEY = "tejun-progress";
/** A key under which nothing stays, and the characters of a game for which there must be room. */
const [PROBE, ROOM] = ["tejun-probe", 2000];
/** Puzzles that are stored at most; the oldest are forgotten. */
const MAX_PUZZLES = 1000;
/** Slips that are stored at most. */
const MAX_SLIPS = 60;
/** The longest line that is stored, in characters. */
const MAX_LINE = 20_000;
/** Positions of a puzzle that are kept at most. */
const MAX_KEPT = 8;

/**
 * What is stored of a puzzle.
 * @typedef {object} GameRecord
 * @property {number} at when it was last played, in milliseconds
 * @property {string} title
 * @property {string} address where to play on
 * @property {string} line as written, in the metric of the address
 * @property {number} seconds spent on that line
 * @property {number} hints given on that line
 * @property {number} own moves that it begins with and that the player made
 * @property {boolean} open whether that line is still to be ended
 * @property {number} solved how often it was solved
 * @property {Record<string, number>} best by metric: the fewest moves, or the highest score
 * @property {boolean} scored whether more is better
 * @property {number} spent seconds on all solutions together
 * @property {number} stars the most that a solution of the player's was worth
 * @property {Kept[]} kept positions to come back to
 */

/** A position to come back to: its line, and how many of its first moves are the player's. @typedef {{line: string[], own: number}} Kept */

/**
 * A move that was not the best.
 * @typedef {{title: string, address: string, move: string}} Slip address: of the position before it; move: as people read
 *   it
 */

/**
 * @typedef {object} Progress
 * @property {Record<string, GameRecord>} puzzles
 * @property {Record<string, boolean>} days those on which a puzzle of the day was solved
 * @property {Record<string, number>} daily by day and kind, the stars of its puzzle; less than 0 if it was solved later
 * @property {Slip[]} slips
 */

/** @returns {Progress} */
const none = () => ({ puzzles: {}, days: {}, daily: {}, slips: [] });

const text = (/** @type {unknown} */ value, max = 2000) =>
  typeof value === "string" ? value.slice(0, max) : "";
const number = (/** @type {unknown} */ value) =>
  typeof value === "number" && Number.isFinite(value) ? value : 0;
const record = (/** @type {unknown} */ value) =>
  /** @type {Record<string, any>} */ (
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}
  );

const list = (/** @type {unknown} */ value, /** @type {number} */ max) =>
  (Array.isArray(value) ? value.slice(0, max) : []).map(record);

/** Takes from a value of any form what can be used. @param {unknown} value @returns {Progress} */
export function validated(value) {
  const { puzzles, days, daily, slips } = record(value);
  const address = (/** @type {unknown} */ given) => {
    // Nothing but an address of this page, and the whole of it.
    return typeof given === "string" && given.startsWith("#") && given.length <= 2 * MAX_LINE ? given : "#";
  };
  const records = Object.entries(record(puzzles)).map(([name, given]) => {
    const one = record(given);
    const best = Object.fromEntries(
      Object.entries(record(one.best))
        .filter(([, n]) => typeof n === "number" && Number.isFinite(n))
        .slice(0, 9),
    );
    /** @type {GameRecord} */
    const puzzle = {
      at: number(one.at),
      title: text(one.title, 200),
      address: address(one.address),
      line: text(one.line, MAX_LINE),
      seconds: number(one.seconds),
      hints: number(one.hints),
      // Of what was stored before this was known, all is the player's.
      own: typeof one.own === "number" ? number(one.own) : MAX_LINE,
      open: one.open === true,
      solved: number(one.solved),
      best,
      scored: one.scored === true,
      spent: number(one.spent),
      stars: Math.min(3, number(one.stars)),
      kept: list(one.kept, MAX_KEPT).map(({ line, own }) => ({
        line: (Array.isArray(line) ? line : []).map((move) => text(move)),
        own: number(own),
      })),
    };
    return /** @type {[string, GameRecord]} */ ([name.slice(0, 300), puzzle]);
  });
  records.sort(([, one], [, other]) => other.at - one.at);
  const solved = Object.keys(record(days)).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
  return {
    puzzles: Object.fromEntries(records.slice(0, MAX_PUZZLES)),
    days: Object.fromEntries(solved.map((day) => [day, true])),
    daily: Object.fromEntries(
      Object.entries(record(daily)).filter(
        ([key, stars]) => /^\d{4}-\d\d-\d\d [\w-]+$/.test(key) && number(stars) !== 0,
      ),
    ),
    slips: list(slips, MAX_SLIPS).map((one) => ({
      title: text(one.title, 200),
      address: address(one.address),
      move: text(one.move, 200),
    })),
  };
}

/** Whether all of it could be stored when that was last tried. */
let kept = true;

/** Whether what is played is kept: not where the browser's storage is full, or blocked. */
export function isKept() {
  if (!kept) return false;
  // What was stored before says nothing about what comes.
  try {
    localStorage.setItem(PROBE, "x".repeat(ROOM));
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** What is stored, and the text that says so in the browser's storage, as it was last read or written. */
let known = none();
let written = "";

/** Everything that is stored; another tab may have added to it. */
export function all() {
  try {
    const stored = localStorage.getItem(KEY) ?? "";
    if (stored === written) return known;
    written = stored;
    known = validated(JSON.parse(stored || "{}"));
  } catch {
    // What cannot be read is as good as nothing; without storage it is what this page knows.
  }
  return known;
}

function store() {
  // Storage may be full: then the oldest games go, but not the one that is played.
  for (let max = MAX_PUZZLES; max > 0; max = Math.floor(max / 2)) {
    try {
      const { puzzles, ...others } = validated(known);
      const text = JSON.stringify({
        ...others,
        puzzles: Object.fromEntries(Object.entries(puzzles).slice(0, max)),
      });
      localStorage.setItem(KEY, text);
      written = text;
      kept = max >= Object.keys(puzzles).length;
      return;
    } catch {
      // It may be blocked, too. Then it lasts as long as the page is open.
    }
  }
  kept = false;
}

/**
 * The name under which a puzzle is stored: its own, or a short one of its text, and its level after the first.
 * @param {Puzzle} puzzle
 */
export function nameOf({ instance, level = 1 }) {
  const short = !instance.includes("\n") && instance.length < 100;
  return (short ? instance : digest(instance)) + (level > 1 ? `#${level}` : "");
}

/** @param {string} instance */
function digest(instance) {
  let [low, high] = [0x811c9dc5, 0x1234567];
  for (const character of instance) {
    low = Math.imul(low ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    high = Math.imul(high ^ low, 0x85ebca6b) >>> 0;
  }
  return `file:${high.toString(36)}${low.toString(36)}`;
}

/** What is stored of a puzzle. @param {Puzzle} puzzle @returns {GameRecord | null} */
export const of = (puzzle) =>
  Object.hasOwn(all().puzzles, nameOf(puzzle)) ? all().puzzles[nameOf(puzzle)] : null;

/**
 * Lets a game go on that is stored: with its time, its hints, and the moves that the player made.
 * @param {import("./midend.js").Midend} midend
 */
export function restore(midend) {
  const record = of(midend.puzzle);
  if (!record || record.line === "" || record.line !== midend.position.written) return;
  midend.spent = record.seconds;
  midend.hints = record.hints;
  midend.claim(record.own);
}

/** How many levels of an entry of the library are solved. @param {Pick<Entry, "name" | "levels">} entry */
export const solvedLevels = ({ name, levels = 1 }) =>
  Array.from({ length: levels }, (_, at) => of({ instance: name, level: at + 1 })).filter(
    (record) => (record?.solved ?? 0) > 0,
  ).length;

/**
 * Stores where the player is.
 * @param {Puzzle} puzzle
 * @param {Pick<GameRecord, "title" | "address" | "line" | "seconds" | "hints" | "own" | "open">} now
 */
export function save(puzzle, now) {
  const before = of(puzzle);
  const { solved = 0, best = {}, spent = 0, scored = false, stars = 0, kept = [] } = before ?? {};
  // A puzzle that was only looked at is not stored.
  if (!before && now.line === "") return;
  const line = now.line.length > MAX_LINE ? "" : now.line;
  all().puzzles[nameOf(puzzle)] = { ...now, line, at: Date.now(), solved, best, scored, spent, stars, kept };
  store();
}

/** Stores the positions of a puzzle to come back to. @param {Puzzle} puzzle @param {Kept[]} kept */
export function keep(puzzle, kept) {
  const game = of(puzzle);
  if (!game) return;
  game.kept = kept.slice(-MAX_KEPT);
  store();
}

/** The better of two results. @param {boolean} scored @param {number | undefined} one @param {number} other */
const better = (scored, one, other) =>
  one === undefined ? other : scored ? Math.max(one, other) : Math.min(one, other);

/**
 * Stores a solution.
 * @param {Puzzle} puzzle
 * @param {{metric: string, worth: number, scored: boolean, seconds: number}} result
 */
export function addSolution(puzzle, { metric, worth, scored, seconds }) {
  const game = of(puzzle);
  if (!game) return;
  game.solved += 1;
  game.spent += seconds;
  game.scored = scored;
  game.best[metric] = better(scored, game.best[metric], worth);
  store();
}

/** Stores what a solution is worth, as far as that is proved. @param {Puzzle} puzzle @param {number} stars */
export function addStars(puzzle, stars) {
  const game = of(puzzle);
  if (!game || game.solved === 0 || stars <= game.stars) return;
  game.stars = stars;
  store();
}

/** Stores a slip, the newest first. @param {Slip} slip */
export function addSlip(slip) {
  all().slips = [slip, ...all().slips.filter(({ address }) => address !== slip.address)].slice(0, MAX_SLIPS);
  store();
}

/** Forgets a slip, because it is being practised. @param {Slip} slip */
export function removeSlip(slip) {
  all().slips = all().slips.filter(({ address }) => address !== slip.address);
  store();
}

/**
 * Stores that a puzzle of a day is solved.
 * @param {string} day
 * @param {string} of its kind
 * @param {number} stars
 * @param {boolean} late whether that day is over
 */
export function addDay(day, of, stars, late) {
  const { days, daily } = all();
  const [key, before = 0] = [`${day} ${of}`, daily[`${day} ${of}`]];
  const most = Math.max(stars, Math.abs(before));
  daily[key] = late && before <= 0 ? -most : most;
  if (!late) days[day] = true;
  store();
}

/** The stars of the puzzle of a day; 0 if it is not solved. @param {string} day @param {string} of its kind */
export const starsOf = (day, of) => Math.abs(all().daily[`${day} ${of}`] ?? 0);

/** Days in a row that were solved, up to a day. @param {string} day @param {string} [of] of this kind alone */
export function streak(day, of) {
  const { days, daily } = all();
  const solved = (/** @type {string} */ at) => (of ? daily[`${at} ${of}`] > 0 : days[at]);
  const before = (/** @type {string} */ of) =>
    new Date(Date.parse(of) - 86_400_000).toISOString().slice(0, 10);
  let length = 0;
  for (let at = solved(day) ? day : before(day); solved(at); at = before(at)) length += 1;
  return length;
}

/** Everything as a file. */
export const exported = () =>
  new Blob([JSON.stringify({ tejun: "progress", ...all() }, null, 1)], { type: "application/json" });

/**
 * Adds what a file has: of each puzzle, what was played last, and the better results.
 * @param {string} file
 * @returns {boolean} whether it is such a file
 */
export function imported(file) {
  let value;
  try {
    value = JSON.parse(file);
  } catch {
    return false;
  }
  if (record(value).tejun !== "progress") return false;
  const [own, other] = [all(), validated(value)];
  for (const [name, theirs] of Object.entries(other.puzzles)) {
    const mine = own.puzzles[name];
    if (!mine) {
      own.puzzles[name] = theirs;
      continue;
    }
    const [later, earlier] = mine.at >= theirs.at ? [mine, theirs] : [theirs, mine];
    const best = { ...later.best };
    for (const [metric, worth] of Object.entries(earlier.best))
      best[metric] = better(mine.scored || theirs.scored, best[metric], worth);
    own.puzzles[name] = {
      ...later,
      solved: Math.max(mine.solved, theirs.solved),
      spent: Math.max(mine.spent, theirs.spent),
      stars: Math.max(mine.stars, theirs.stars),
      kept: later.kept.length > 0 ? later.kept : earlier.kept,
      best,
    };
  }
  Object.assign(own.days, other.days);
  for (const [key, stars] of Object.entries(other.daily))
    own.daily[key] = Math.max(own.daily[key] ?? stars, stars);
  const here = new Set(own.slips.map(({ address }) => address));
  own.slips.push(...other.slips.filter(({ address }) => !here.has(address)));
  known = validated(own);
  store();
  return true;
}

/** Forgets everything. */
export function forget() {
  known = none();
  store();
}

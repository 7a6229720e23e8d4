// The questions that the page asks, as docs/api.md describes them.

import { arranged } from "./box.js";
import { RequestError } from "./request-error.js";
import { events, request } from "./transport.js";

export { RequestError };

/** Questions without an answer so far, and searches that go on. */
let asked = 0;

/** Whether there are any. */
export const isAsked = () => asked > 0;

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
async function post(path, body, signal) {
  asked += 1;
  try {
    return await request("POST", path, body, signal);
  } finally {
    asked -= 1;
  }
}

/** A file's text as an instance. Without a line break it would be read as a name. @param {string} text */
export const fileText = (text) => (text.endsWith("\n") ? text : `${text}\n`);

/** @returns {Promise<Library>} */
export const library = () => request("GET", "library");

/**
 * The body of a question about a puzzle.
 * @param {Puzzle} puzzle
 * @param {string[] | string} line
 * @param {Record<string, unknown>} [more]
 */
function question(puzzle, line, more = {}) {
  const { options = {}, ...rest } = /** @type {{options?: object}} */ (more);
  const { instance, metric, level } = puzzle;
  const own = { ...(metric ? { metric } : {}), ...(level ? { level } : {}) };
  return { instance, line, options: { ...own, ...options }, ...rest };
}

/** Puzzles of which is cached what stays the same, at most. */
const CAPACITY = 8;

/** What stays the same in all positions of the puzzles asked about last. @type {Map<string, Promise<PuzzleAnswer>>} */
const cache = new Map();

/** @param {Puzzle} puzzle */
function unchanging(puzzle) {
  const key = JSON.stringify([puzzle.instance, puzzle.metric, puzzle.level]);
  const known = cache.get(key) ?? post("puzzle", question(puzzle, []));
  cache.delete(key);
  cache.set(key, known);
  for (const oldest of [...cache.keys()].slice(0, -CAPACITY)) cache.delete(oldest);
  known.catch(() => cache.delete(key));
  return known;
}

/** @param {Puzzle} puzzle @param {string[] | string} line @param {AbortSignal} [signal] @returns {Promise<Position>} */
export async function position(puzzle, line, signal) {
  /** @type {[PuzzleAnswer, PositionAnswer]} */
  const [{ ground, ...rest }, placed] = await Promise.all([
    unchanging(puzzle),
    post("position", question(puzzle, line), signal),
  ]);
  return { ...rest, ...placed, scene: arranged({ ...ground, ...placed.scene }) };
}

/**
 * A position in the notations of other programs.
 * @param {Puzzle} puzzle
 * @param {string[] | string} line
 * @param {AbortSignal} [signal]
 * @returns {Promise<NotationsAnswer>}
 */
export const notations = (puzzle, line, signal) => post("notations", question(puzzle, line), signal);

/**
 * The frames from the position after `from` moves to the end of the line.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} from
 * @param {AbortSignal} [signal]
 * @returns {Promise<{from: number, frames: ReplayFrame[]}>}
 */
export const replay = (puzzle, line, from, signal) =>
  post("replay", question(puzzle, line, { from }), signal);

/**
 * What is wrong with the text of an instance, line by line.
 * @param {Puzzle} puzzle
 * @param {AbortSignal} [signal]
 * @returns {Promise<DiagnoseAnswer>}
 */
export const diagnose = ({ instance }, signal) => post("diagnose", { instance }, signal);

/**
 * Whether a gesture is a move, and if not, why.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {Gesture} gesture
 * @param {AbortSignal} [signal]
 * @returns {Promise<GestureVerdict>}
 */
export const gesture = (puzzle, line, gesture, signal) =>
  post("gesture", question(puzzle, line, { gesture }), signal);

/**
 * What every solution from a position on must do, or what shows that there is none.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} seconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<WhyAnswer>}
 */
export const why = (puzzle, line, seconds, signal) =>
  post("why", question(puzzle, line, { options: { time: seconds } }), signal);

/**
 * The best way on, with a time limit in seconds.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} seconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<SolveAnswer>}
 */
export const solve = (puzzle, line, seconds, signal) =>
  post("solve", question(puzzle, line, { options: { time: seconds } }), signal);

/**
 * The best line, as far as a small search can tell.
 * @param {Puzzle} puzzle
 * @param {number} seconds
 * @param {number} bytes of memory
 * @param {AbortSignal} signal
 * @returns {Promise<SolveAnswer>}
 */
export const glance = (puzzle, seconds, bytes, signal) =>
  post("solve", question(puzzle, [], { options: { time: seconds, memory: bytes, threads: 1 } }), signal);

/**
 * The puzzles of a text.
 * @param {string} text
 * @returns {Promise<CollectionAnswer>}
 */
export const collection = (text) => post("collection", { instance: fileText(text) });

/**
 * Where every position lies that can be reached from the first one, at most so many; and those of the line.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} states
 * @param {AbortSignal} [signal]
 * @returns {Promise<MapAnswer>}
 */
export const map = (puzzle, line, states, signal) =>
  post("map", question(puzzle, line, { options: { states } }), signal);

/**
 * A way from the first position to one of the map.
 * @param {Puzzle} puzzle
 * @param {number} to
 * @param {number} states those of the map
 * @param {AbortSignal} [signal]
 * @returns {Promise<WayAnswer>}
 */
export const way = (puzzle, to, states, signal) =>
  post("map", question(puzzle, [], { to, options: { states } }), signal);

/**
 * Generates a puzzle; the same seed gives the same one.
 * @param {string} of
 * @param {number} level
 * @param {number} seed
 * @returns {Promise<Generated>}
 */
export const generate = (of, level, seed) => post("generate", { of, level, options: { seed } });

/**
 * The number of solutions from here.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {AbortSignal} [signal]
 * @returns {Promise<CountAnswer>}
 */
export const count = (puzzle, line, signal) =>
  post("count", question(puzzle, line, { options: { time: 20 } }), signal);

/**
 * @typedef {object} Listener
 * @property {(progress: Progress) => void} [progress]
 * @property {(found: {line: string[], value: number | null}) => void} [found]
 * @property {(answer: any) => void} [answer]
 * @property {(error: unknown) => void} [error] a refusal, or that no more events will come
 */

/** A long search that this page listens to. */
export class Job {
  /** @type {Promise<string>} */
  #id;
  #closed = false;
  #ended = false;
  #unsubscribe = () => {};

  /**
   * @param {string} verb
   * @param {Puzzle} puzzle
   * @param {string[]} line
   * @param {Record<string, unknown>} options
   * @param {Listener} listener called no more once the job is closed
   * @param {Record<string, unknown>} [more] what this verb takes besides
   */
  constructor(verb, puzzle, line, options, listener, more) {
    asked += 1;
    this.#id = post("jobs", { verb, ...question(puzzle, line, { options, ...more }) }).then(({ job }) => {
      this.#unsubscribe = events(job, (name, data) => {
        if (name === "progress") listener.progress?.(data);
        else if (name === "found") listener.found?.(data);
        else if (name === "answer") {
          this.#end();
          listener.answer?.(data);
        } else {
          this.#end();
          listener.error?.(
            data ? new RequestError(422, data.error ?? data) : new TypeError("the stream ended"),
          );
        }
      });
      if (this.#closed) this.#unsubscribe();
      return job;
    });
    this.#id.catch((error) => {
      this.#end();
      if (!this.#closed) listener.error?.(error);
    });
  }

  /** It is waited for no longer. */
  #end() {
    if (!this.#ended) asked -= 1;
    this.#ended = true;
  }

  /** Stops listening, which ends the search. */
  close() {
    this.#closed = true;
    this.#end();
    this.#unsubscribe();
  }

  /** Stops the search. The best result so far arrives as its answer. */
  async stop() {
    await this.#id.then((id) => request("DELETE", `jobs/${id}`)).catch(() => {});
  }

  /**
   * The last of the next events of a search to watch.
   * @param {number} count how many, at most
   * @param {string} until the kind of event with which they end
   * @returns {Promise<StepsAnswer>}
   */
  async advance(count, until) {
    return post(`jobs/${await this.#id}/advance`, { count, until });
  }
}

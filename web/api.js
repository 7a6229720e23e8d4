// The server's answers, as docs/api.md describes them.

/** A refused request, with the server's reason. */
export class Refused extends Error {
  /** @param {number} status @param {{message?: string, key?: string, row?: number, column?: number, at?: number, reason?: Reason}} error */
  constructor(status, error) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.error = error;
  }
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  const response = await fetch(path, init);
  const type = response.headers.get("content-type") ?? "";
  const answer = type.includes("json") ? await response.json() : {};
  if (!response.ok) throw new Refused(response.status, answer.error ?? {});
  return answer;
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const post = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

/** A file's text as an instance. Without a line break it would be read as a name. @param {string} text */
export const whole = (text) => (text.endsWith("\n") ? text : `${text}\n`);

/** @returns {Promise<Library>} */
export const library = () => ask("api/library");

/** The body of a question about a puzzle. @param {Puzzle} puzzle @param {string[] | string} line @param {Record<string, unknown>} [more] */
function question(puzzle, line, more = {}) {
  const { options = {}, ...rest } = /** @type {{options?: object}} */ (more);
  const metric = puzzle.metric ? { metric: puzzle.metric } : {};
  return { instance: puzzle.instance, line, options: { ...metric, ...options }, ...rest };
}

/** @param {Puzzle} puzzle @param {string[] | string} line @returns {Promise<Position>} */
export const position = (puzzle, line) => post("api/position", question(puzzle, line));

/**
 * The frames from the position after `from` moves to the end of the line.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} from
 * @returns {Promise<{from: number, frames: Frame[]}>}
 */
export const replay = (puzzle, line, from) => post("api/replay", question(puzzle, line, { from }));

/**
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {Gesture} gesture
 * @returns {Promise<{legal: boolean, move?: string, reason?: Reason}>}
 */
export const gesture = (puzzle, line, gesture) => post("api/gesture", question(puzzle, line, { gesture }));

/**
 * The best way on, with a time limit in seconds.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {number} seconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<Solved>}
 */
export const solve = (puzzle, line, seconds, signal) =>
  post("api/solve", question(puzzle, line, { options: { time: seconds } }), signal);

/**
 * Draws a puzzle at random; the same seed draws the same one.
 * @param {string} of
 * @param {number} level
 * @param {number} seed
 * @returns {Promise<Drawn>}
 */
export const generate = (of, level, seed) => post("api/generate", { of, level, options: { seed } });

/** @param {Puzzle} puzzle @param {string[]} line @returns {Promise<{solutions: number | string, outcome: string}>} */
export const count = (puzzle, line) => post("api/count", question(puzzle, line, { options: { time: 20 } }));

/**
 * @typedef {object} Listener
 * @property {(progress: Progress) => void} [progress]
 * @property {(found: {line: string[], value: number | null}) => void} [found]
 * @property {(answer: any) => void} [answer]
 * @property {(error: Error) => void} [error] a refusal, or that nothing more can be heard
 */

/** A long search on the server that this page listens to. */
export class Job {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.stream = new EventSource(`api/jobs/${id}/events`);
    const hear = (/** @type {string} */ name, /** @type {(data: any) => void} */ tell) =>
      this.stream.addEventListener(name, (event) => tell(JSON.parse(event.data)));
    hear("progress", (data) => listener.progress?.(data));
    hear("found", (data) => listener.found?.(data));
    hear("answer", (data) => {
      this.close();
      listener.answer?.(data);
    });
    this.stream.addEventListener("error", (event) => {
      // Without data, the stream itself broke. Reconnecting would find the search gone: it ends with its last
      // listener.
      this.close();
      const data = event instanceof MessageEvent ? JSON.parse(event.data) : null;
      listener.error?.(data ? new Refused(422, data.error ?? data) : new TypeError("the stream ended"));
    });
  }

  /**
   * @param {string} verb
   * @param {Puzzle} puzzle
   * @param {string[]} line
   * @param {Record<string, unknown>} options
   * @param {Listener} listener
   */
  static async start(verb, puzzle, line, options, listener) {
    const { job } = await post("api/jobs", { verb, ...question(puzzle, line, { options }) });
    return new Job(job, listener);
  }

  /** Stops the search. The best result so far arrives as its answer. */
  async stop() {
    await ask(`api/jobs/${this.id}`, { method: "DELETE" }).catch(() => {});
  }

  /** Stops listening, which ends the search. */
  close() {
    this.stream.close();
  }

  /** The next events of a search to watch. @param {number} count @returns {Promise<{events: StepEvent[], done: boolean}>} */
  advance(count) {
    return post(`api/jobs/${this.id}/advance`, { count });
  }
}

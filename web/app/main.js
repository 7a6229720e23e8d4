// The page: which view is open, in which language and theme.

import { editor } from "../editor/editor.js";
import { sourceEditor } from "../editor/source/source-editor.js";
import * as api from "../engine/api.js";
import { home } from "../engine/single-file.js";
import { address, dayIn, ofDay, opened } from "../game/address.js";
import * as bests from "../game/bests.js";
import * as collections from "../game/collections.js";
import { award, drawnAs, remember } from "../game/drawn.js";
import { Midend } from "../game/midend.js";
import * as progress from "../game/progress.js";
import * as random from "../game/random.js";
import { isSource } from "../game/source-lines.js";
import { button } from "../i18n/controls.js";
import { errorMessage, PhraseError } from "../i18n/errors.js";
import { languageTag, metricName, say, t } from "../i18n/language.js";
import { notices, silence, notice as tell } from "../i18n/notice.js";
import { h, row } from "../lib/dom.js";
import { Latest } from "../lib/latest.js";
import { setPreference } from "../lib/preferences.js";
import { dayWritten } from "../library/calendar.js";
import { libraryView } from "../library/library.js";
import { calledFor, named, shelfFor, shelves } from "../library/shelf.js";
import { showAll } from "../library/wanted.js";
import { Table } from "../table/table.js";
import { applyTheme, header, pageTitle, setProgram } from "./header.js";
import { leftAt, unpackHome, wayBack } from "./home.js";
import { levelsOf, neighbourhood, nextPuzzle, setOf } from "./neighbourhood.js";
import { listen, receive } from "./receive.js";

/** @type {Promise<Library> | null} */
let loading = null;
/** @type {Table | null} */
let table = null;
/** The address that this page last set itself. */
let ownAddress = "";
/** The line of the game that is in the address. */
let addressed = "";
/**
 * Lines by puzzle and metric, from which the player went to another metric, and how many of their first moves are his.
 * @type {Map<string, {line: string, own: number}>}
 */
const uncounted = new Map();
/** Something to say at the next table. */
let notice = "";
/** The views asked for. One that comes after a newer one was asked for is not shown. */
const views = new Latest();
/** The addresses of the positions that the game at the table goes through. */
const addresses = new Latest();

/** The library; what could not be had is asked for again. */
function library() {
  const library = (loading ??= api.library().then((all) => {
    setProgram(all);
    return named(all);
  }));
  library.catch(() => loading === library && (loading = null));
  return library;
}

/** @param {...Node} parts */
function show(...parts) {
  silence();
  document.documentElement.lang = languageTag();
  document.body.replaceChildren(
    header((byKeys) => void translated(byKeys)),
    ...parts,
    notices,
  );
  scrollTo(0, 0);
}

/** @param {unknown} error */
function failureView(error) {
  return h(
    "main",
    { id: "main", class: "failure" },
    h("h1", {}, t("cannotOpen")),
    h("p", { class: "message wrong", role: "alert" }, errorMessage(error)),
    row(
      button("tryAgain", () => void route(), "primary"),
      h("a", { href: "#" }, wayBack(null)?.title ?? ""),
    ),
  );
}

/**
 * Sets the address without navigating to it.
 * @param {string} hash
 * @param {boolean} [push] whether to add an entry to the browser's history
 */
function setAddress(hash, push = false) {
  ownAddress = hash;
  if (push) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/** @param {Puzzle} puzzle @param {string} [view] @param {string} [line] @param {number} [ownMoves] first moves that are the player's */
async function visit(puzzle, view, line = "", ownMoves = 0) {
  setAddress(await address(puzzle, line, view), true);
  await route(ownMoves);
}

/** Opens a puzzle where the player left it. @param {Puzzle} puzzle */
function resume(puzzle) {
  const record = progress.of(puzzle);
  if (!record?.open || record.line === "") return visit(puzzle);
  setAddress(record.address, true);
  return route();
}

/** Generates a puzzle and opens it. @param {random.Parameters} parameters */
async function generate(parameters) {
  const { signal } = views;
  const puzzle = await random.generate(parameters);
  if (signal.aborted) return;
  if (!puzzle) throw new PhraseError("noPuzzle");
  remember(puzzle, { ...parameters, day: "" });
  await visit(puzzle);
}

/** Notes which puzzle is that of a day. @param {Puzzle} puzzle @param {string} day @param {string} of */
async function dated(puzzle, day, of) {
  const parameters = random.parametersOfDay(await library(), day, of);
  if (parameters) remember(puzzle, { ...parameters, day });
}

/** The puzzle of a day. @param {string} day @param {string} of its kind */
async function puzzleOf(day, of) {
  const puzzle = await random.ofDay(await library(), day, of);
  if (!puzzle) throw new PhraseError("noPuzzle");
  await dated(puzzle, day, of);
  return puzzle;
}

/** Opens the puzzle of the day. @param {string} of its kind */
async function daily(of) {
  const { signal } = views;
  const puzzle = await puzzleOf(random.today(), of);
  if (!signal.aborted) await resume(puzzle);
}

/** Goes on with the puzzle of the day at the table. @param {Midend} midend @param {string} of its kind */
async function playOn(midend, of) {
  const { puzzle, position } = midend;
  await dated(puzzle, random.today(), of);
  store(midend, familyOf(midend, await library()), await address(puzzle, position.written));
  await visit(puzzle, "play", position.written);
  // Another game may have been opened meanwhile.
  if (!table || progress.nameOf(table.midend.puzzle) !== progress.nameOf(puzzle)) return;
  if (table.midend.position.standing === "solved") await table.app.solved();
}

/** Opens a level of a collection. @param {collections.Collection} collection @param {number} index */
function enter(collection, index) {
  collections.enter(collection, index);
  void resume(collections.puzzleAt(collection, index));
}

/** Shows the library at a shelf of the player's own. @param {collections.Collection} collection */
function goTo({ id }) {
  showAll();
  setAddress(`#shelf=${id}`, true);
  return route();
}

/** Takes what the player brings along. @param {Promise<import("./receive.js").Brought[]>} brought */
async function take(brought) {
  const said = await receive(brought, { open: visit, show: goTo });
  warned ||= !collections.isKept();
  if (said) tell(said);
}

/** The family of a game. @param {Midend} midend @param {Library} library */
function familyOf({ position }, { families }) {
  const family = families.find(({ name }) => name === position.puzzle);
  return family ? calledFor(family, position) : null;
}

/** Stores where the player is. @param {Midend} midend @param {Family | null} family @param {string} hash the address of it */
function store(midend, family, hash) {
  progress.save(midend.puzzle, {
    title: midend.headline(family),
    address: hash,
    line: midend.position.written,
    seconds: midend.seconds,
    hints: midend.hints,
    own: midend.ownMoves,
    open: !midend.isOver,
  });
  if (family) setPreference("last", shelfFor(family, midend.position).name);
}

/** Whether it was said that no collection is kept. */
let warned = false;

/** Says once that no collection is kept, beside the end of a game. */
function warnOfCollections() {
  if (warned || collections.isKept()) return;
  warned = true;
  tell(t("notKept"));
}

/** Draws a puzzle from the table. @param {string} of its kind @param {number} level */
const draw = (of, level) =>
  void generate(random.parameters(of, level)).catch((error) => table?.messages.show(errorMessage(error)));

/** What was drawn, with its day and its difficulty, and how another one is drawn. @param {Puzzle} puzzle */
function drawn(puzzle) {
  const drawn = drawnAs(puzzle);
  if (!drawn) return null;
  const { of, level, day } = drawn;
  return {
    day: day && dayWritten(day, "medium"),
    level,
    link: day && ofDay(day, of),
    row: day === random.today() ? () => progress.streak(day, of) : () => 0,
    again: level > 0 ? () => draw(of, level) : null,
  };
}

/**
 * A game after the legal part of its line.
 * @param {Puzzle} puzzle
 * @param {string} line
 * @param {number} ownMoves how many of its first moves are known to be the player's
 * @returns {Promise<{midend: Midend, wrong: string}>} and what is wrong with the rest
 */
async function game(puzzle, line, ownMoves) {
  const { midend, wrong } = await Midend.openLegal(puzzle, line);
  const { level } = midend.position;
  // A file may say at which level it opens.
  if (level && level.of > 1) puzzle.level = level.number;
  progress.restore(midend);
  midend.claim(ownMoves);
  return { midend, wrong };
}

/**
 * Shows a game on a new table.
 * @param {Midend} midend
 * @param {Library} library
 * @param {string} [wrong] what to say first
 */
function showTable(midend, library, wrong = "") {
  const { puzzle } = midend;
  const family = familyOf(midend, library);
  const around = neighbourhood(puzzle, enter);
  midend.title = around?.title ?? "";
  addressed = midend.position.written;
  // So that it is there when the first move is stored.
  void address(puzzle, "");
  const title = midend.headline(family);
  const levels = levelsOf(puzzle, midend.position, resume);
  // A page of one puzzle has no library.
  const shelf =
    family && !home
      ? shelves(library).find(({ family: { name }, title }) => name === family.name && title === family.title)
      : undefined;
  const name = progress.nameOf(puzzle);
  table?.leave();
  table = new Table(midend, {
    family,
    back: around?.back ?? wayBack(puzzle),
    moved: () => {
      const { written } = midend.position;
      void addresses
        .run(() => address(puzzle, written))
        .then((hash) => {
          if (hash === null) return;
          setAddress(hash);
          addressed = written;
          store(midend, family, hash);
          table?.keeps(progress.isKept());
        });
    },
    solved: async () => {
      const { metric, cost, score, line, written } = midend.position;
      // What was played for him the player has seen, and not solved.
      if (!midend.isOwn) return;
      await address(puzzle, written).then((hash) => {
        store(midend, family, hash);
        progress.addSolution(puzzle, {
          metric,
          worth: score ?? cost ?? line.length,
          scored: score !== null,
          seconds: midend.seconds,
        });
        award(puzzle, 1);
        if (!around) return;
        const worth = score ?? cost ?? line.length;
        const best = puzzle.metric ? null : { worth, metric, scored: score !== null, proved: false };
        void collections
          .learn(name, { own: { [puzzle.metric ?? ""]: { line: written, worth } }, best })
          .then(warnOfCollections);
      });
    },
    award: (stars, best) => {
      progress.addStars(puzzle, stars);
      award(puzzle, stars);
      if (!around) return;
      const { metric, scored } = midend.position;
      const known = best && !puzzle.metric ? { worth: best.cost, metric, scored, proved: best.proved } : null;
      void collections.learn(name, { stars, best: known });
    },
    edit: () => void visit({ instance: midend.position.text, level: puzzle.level }, "edit"),
    open: (text) => void visit({ instance: api.fileText(text) }),
    metric: (metric) => void recount(midend, metric),
    next:
      around && !levels
        ? around.next
        : nextPuzzle(puzzle, library, { levels, shelf, again: drawn(puzzle)?.again, open: resume, draw }),
    set: around?.set ?? setOf(puzzle, library, resume),
    levels: levels ?? around?.levels ?? null,
    drawn: drawn(puzzle),
  });
  table.keeps(progress.isKept());
  document.title = pageTitle(title);
  show(table.element);
  if (wrong || notice) table.messages.show(wrong || notice);
  notice = "";
}

/**
 * The same puzzle, counted in another way: with the same line if that is legal there, else with the line that was
 * counted so before.
 * @param {Midend} midend
 * @param {string} metric
 */
async function recount(midend, metric) {
  const { puzzle, position } = midend;
  const { signal } = views;
  const name = (/** @type {string} */ counted) => `${progress.nameOf(puzzle)} ${counted}`;
  uncounted.set(name(position.metric), { line: position.written, own: midend.ownMoves });
  const other = { ...puzzle, metric };
  const fits = await api.position(other, position.written).then(
    () => true,
    () => false,
  );
  if (signal.aborted) return;
  if (!fits) notice = t("metricKept", { metric: metricName(position.metric) });
  const before = uncounted.get(name(metric));
  // There it may have other moves: that they are the player's is certain only if all are.
  if (fits && position.written !== "")
    await visit(other, "play", position.written, midend.isOwn ? Infinity : 0);
  else await visit(other, "play", before?.line, before?.own);
}

/** @param {Puzzle} puzzle @param {Library} library */
function editing(puzzle, { families, entries }) {
  const named = /^puzzle\s*=\s*["'](.*?)["']/m.exec(puzzle.instance)?.[1];
  const family =
    families.find((f) => (named ? f.name === named : f.script && isSource(puzzle.instance))) ?? families[0];
  const { signal } = views;
  const kind = family.script ? sourceEditor : editor;
  show(
    kind(family, puzzle.instance, {
      signal,
      level: puzzle.level,
      examples: entries
        .filter((entry) => entry.puzzle === family.name)
        .map(({ name, titles }) => [name, say(titles)]),
      play: (text) => void visit({ instance: api.fileText(text) }),
      changed: (text) =>
        address({ instance: api.fileText(text) }, "", "edit").then((hash) => {
          if (signal.aborted) return;
          setAddress(hash);
          // What was only looked at is no draft.
          if (api.fileText(text) !== api.fileText(puzzle.instance)) setPreference("draft", hash);
        }),
      leave: () => {
        if (!signal.aborted) void route();
      },
    }),
  );
}

/** @returns {import("../library/library.js").Actions} */
const actions = () => ({
  play: (puzzle) => void resume(puzzle),
  enter,
  goTo: (collection) => void goTo(collection),
  take: (text, name) => void take(Promise.resolve([{ text, name }])),
  make: (family) => void visit({ instance: family.template }, "edit"),
  open: (hash, say = "", ownMoves = 0) => {
    notice = say;
    setAddress(hash, true);
    void route(ownMoves);
  },
  day: daily,
  playOn: (midend, of) => void playOn(midend, of),
  generate,
  changed: () => void route(),
});

/** Shows the library, at the shelf in the address if there is one. @param {Library} all */
function showLibrary(all) {
  show(libraryView(all, actions()));
  const shelf = new URLSearchParams(location.hash.slice(1)).get("shelf");
  const element = shelf && document.querySelector(`[data-collection="${CSS.escape(shelf)}"]`);
  if (!element) return;
  element.scrollIntoView();
  element.querySelector("h2")?.focus({ preventScroll: true });
}

/**
 * Gets what the address asks for.
 * @param {number} ownMoves first moves of its line that are the player's
 * @returns {Promise<() => void>} what shows it
 */
async function wanted(ownMoves) {
  const day = dayIn(location.hash);
  // What comes is not told.
  const asked = day
    ? day.day <= random.today() && { puzzle: await puzzleOf(day.day, day.of), line: "", view: "play" }
    : await opened(location.hash, (await leftAt()) || location.search.slice(1));
  const [all] = await Promise.all([library(), collections.load(), unpackHome()]);
  if (!asked) return () => showLibrary(all);
  if (asked.view === "edit") {
    const { puzzle } = asked;
    // What has a name is edited as its file.
    if (!puzzle.instance.includes("\n")) puzzle.instance = (await api.position(puzzle, [])).text;
    return () => editing(puzzle, all);
  }
  const { midend, wrong } = await game(asked.puzzle, asked.line, ownMoves);
  return () => showTable(midend, all, wrong);
}

/**
 * Shows what the address asks for.
 * @param {number} [ownMoves] how many first moves of its line are known to be the player's, whatever is stored
 */
async function route(ownMoves = 0) {
  const signal = views.begin();
  table?.midend.end();
  table?.leave();
  addresses.stop();
  table = null;
  try {
    const enter = await wanted(ownMoves);
    if (signal.aborted) return;
    document.title = pageTitle();
    enter();
  } catch (error) {
    if (!signal.aborted) show(failureView(error));
  }
}

/** Shows the page in another language; a game goes on. @param {boolean} byKeys whether it was chosen with keys */
async function translated(byKeys) {
  const { signal } = views;
  const all = await library();
  if (signal.aborted) return;
  if (table) showTable(table.midend, all);
  else await route();
  // Who chose with the pointer goes on playing; keys go on choosing.
  const place = byKeys ? ".bar select" : "svg.board[tabindex]";
  /** @type {HTMLElement | null} */ (
    document.querySelector(place) ?? document.querySelector(".bar select")
  )?.focus({ preventScroll: true });
}

addEventListener("hashchange", () => {
  if (location.hash !== ownAddress) void route();
});
// The time and the hints since the last move count, too. The page may be gone after this event, so nothing here waits.
for (const gone of ["visibilitychange", "pagehide"]) {
  addEventListener(gone, () => {
    if (!table || (gone === "visibilitychange" && !document.hidden)) return;
    const { midend, family } = table;
    const { written } = midend.position;
    // Another line that is stored is not lost to one that was only looked at.
    const before = progress.of(midend.puzzle)?.line ?? written;
    if (addressed === written && before === written && location.hash !== "")
      store(midend, family, location.hash);
  });
}
addEventListener("popstate", () => {
  if (location.hash !== ownAddress) {
    ownAddress = location.hash;
    void route();
  }
});
applyTheme();
// What is brought to a page of one puzzle is of others.
if (!home) listen((brought) => void take(brought));
bests.begin();
void route();

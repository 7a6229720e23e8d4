// The puzzle of the day, as a board that can be played at once: its first move opens the table.

import { Board } from "../board/board.js";
import { sayOf } from "../board/piece-names.js";
import { ofDay } from "../game/address.js";
import { Hand } from "../game/hand.js";
import { Midend } from "../game/midend.js";
import * as progress from "../game/progress.js";
import * as random from "../game/random.js";
import { button } from "../i18n/controls.js";
import { difficultyMark } from "../i18n/difficulty.js";
import { errorMessage } from "../i18n/errors.js";
import { say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { preference } from "../lib/preferences.js";
import { dayWritten, showCalendar } from "./calendar.js";

/** How short forms write that they take a date. */
const DATE = "MM-DD";

/**
 * @param {Library} library
 * @param {{day: (of: string) => Promise<void>, playOn: (midend: Midend, of: string) => void}} actions day: opens the
 *   puzzle of the day, of a kind; playOn: goes on with it at the table
 */
export function today(library, { day: open, playOn }) {
  const day = random.today();
  const status = h("p", { class: "facts", role: "status" });
  const stage = h("div", { class: "stage-of-day" });
  const facts = h("p", { class: "facts" });
  const kinds = random.dailies(library);
  // What was played last comes first, and else what the day has.
  const last = kinds.find(({ name }) => name === preference("last"))?.name ?? "";
  const drawn = random.parametersOfDay(library, day, last);
  const of = drawn?.of ?? "";
  const days = progress.streak(day, last);
  const play = button(
    progress.starsOf(day, of) > 0 ? "todayDone" : "today",
    async () => {
      play.disabled = true;
      status.textContent = t("searching");
      status.textContent = await open(last).then(() => "", errorMessage);
      play.disabled = false;
    },
    "daily primary",
  );
  if (drawn) facts.append(say(drawn.title), " ", drawn.level > 0 ? difficultyMark(drawn.level) : "");
  void random
    .ofDay(library, day, last)
    .then(async (puzzle) => {
      if (!puzzle) return;
      const line = progress.of(puzzle)?.line ?? "";
      const { midend } = await Midend.openLegal(puzzle, line);
      progress.restore(midend);
      const show = (/** @type {string} */ text) => (status.textContent = text);
      stage.replaceChildren(playable(midend, show, () => playOn(midend, last)));
    })
    // The button says what is wrong, if it is pressed.
    .catch(() => {});
  const also = kinds.filter(({ name }) => name !== of);
  /** @type {HTMLElement} */
  const section = h(
    "section",
    { class: "today" },
    stage,
    h(
      "div",
      { class: "of-day" },
      h("h1", {}, library.title ? say(library.title) : t("tagline")),
      h("p", { class: "date" }, dayWritten(day)),
      facts,
      days > 1 && h("p", { class: "facts" }, t("streak", { n: days })),
      row(
        play,
        // Not on the stage, which a board may be put on while it is open.
        button("calendar", () => showCalendar(section, library, last), "quiet"),
      ),
      also.length > 0 &&
        h(
          "nav",
          { class: "row also", "aria-label": t("alsoToday") },
          h("span", { class: "facts" }, t("alsoToday")),
          ...also.map(({ name, title }) => {
            const stars = progress.starsOf(day, name);
            const row = progress.streak(day, name);
            const won = stars > 0 && h("span", { class: "won" }, ` ${"★".repeat(stars)}`);
            const look = { href: ofDay(day, name), title: row > 1 && t("streak", { n: row }) };
            return h("a", look, say(title), won);
          }),
        ),
      ...dated(library, day),
      status,
    ),
  );
  return section;
}

/** Links to the puzzles that have a board for each date. @param {Library} library @param {string} day */
const dated = ({ families }, day) =>
  families
    .flatMap((family) => family.short_forms)
    .filter(({ form }) => form.includes(DATE))
    .map(({ form }) =>
      h("p", {}, h("a", { class: "facts", href: `#puzzle=${form.replace(DATE, day.slice(5))}` }, t("dated"))),
    );

/**
 * A board to play on.
 * @param {Midend} midend
 * @param {(text: string) => void} show
 * @param {() => void} playOn
 */
function playable(midend, show, playOn) {
  const board = new Board();
  const hand = new Hand(board, midend, {
    refused: (reason) => show(sentence(sayOf(reason, midend.scene))),
    failed: show,
  });
  midend.on("walk", ({ way }) => board.draw(midend.scene, { way }));
  midend.on("change", playOn);
  board.svg.addEventListener("keydown", (event) => hand.key(event));
  board.svg.setAttribute("aria-label", t("today"));
  board.draw(midend.scene);
  return board.svg;
}

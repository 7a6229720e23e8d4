// The puzzle of the day, as a board that can be played at once: its first move opens the table.

import { Board } from "../board/board.js";
import { sayOf } from "../board/piece-names.js";
import { Hand } from "../game/hand.js";
import { Midend } from "../game/midend.js";
import * as progress from "../game/progress.js";
import * as random from "../game/random.js";
import { button } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { languageTag, say, sentence, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";
import { difficultyMark } from "./card.js";

/** How short forms write that they take a date. */
const DATE = "MM-DD";

/** A day before or after another. @param {string} day @param {number} by */
const shifted = (day, by) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** A day as people write it. @param {string} day */
const written = (day) =>
  new Intl.DateTimeFormat(languageTag(), {
    dateStyle: "full",
    timeZone: "UTC",
  }).format(Date.parse(day));

/**
 * @param {Library} library
 * @param {{day: () => Promise<void>, playOn: (midend: Midend) => void}} actions day: opens it; playOn: at
 *   the table
 */
export function today(library, { day: open, playOn }) {
  const day = random.today();
  const status = h("p", { class: "facts", role: "status" });
  const stage = h("div", { class: "stage-of-day" });
  const facts = h("p", { class: "facts" });
  const days = progress.streak(day);
  const play = button(
    progress.all().days[day] ? "todayDone" : "today",
    async () => {
      play.disabled = true;
      status.textContent = t("searching");
      status.textContent = await open().then(() => "", errorMessage);
      play.disabled = false;
    },
    "daily primary",
  );
  const generated = random.parametersOfDay(library, day);
  if (generated) facts.append(say(generated.title), " ", difficultyMark(generated.level));
  void random
    .ofDay(library, day)
    .then(async (puzzle) => {
      if (!puzzle) return;
      const line = progress.of(puzzle)?.line ?? "";
      const { midend } = await Midend.openLegal(puzzle, line);
      progress.restore(midend);
      stage.replaceChildren(playable(midend, (text) => (status.textContent = text), playOn));
    })
    // The button says what is wrong, if it is pressed.
    .catch(() => {});
  return h(
    "section",
    { class: "today" },
    stage,
    h(
      "div",
      { class: "of-day" },
      h("h1", {}, library.title ? say(library.title) : t("tagline")),
      h("p", { class: "date" }, written(day)),
      facts,
      days > 1 && h("p", { class: "facts" }, t("streak", { n: days })),
      row(play, h("a", { class: "facts", href: `#day=${shifted(day, -1)}` }, t("yesterday"))),
      ...dated(library, day),
      status,
    ),
  );
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
 * @param {(midend: Midend) => void} playOn
 */
function playable(midend, show, playOn) {
  const board = new Board();
  const hand = new Hand(board, midend, {
    refused: (reason) => show(sentence(sayOf(reason, midend.scene))),
    failed: show,
  });
  midend.on("walk", ({ way }) => board.draw(midend.scene, { way }));
  midend.on("change", () => playOn(midend));
  board.svg.addEventListener("keydown", (event) => hand.key(event));
  board.svg.setAttribute("aria-label", t("today"));
  board.draw(midend.scene);
  return board.svg;
}

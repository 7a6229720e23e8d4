// The puzzles of the days, a month at a time: which are solved, and how well.

import { ofDay } from "../game/address.js";
import * as progress from "../game/progress.js";
import * as random from "../game/random.js";
import { iconButton, select, showSheet } from "../i18n/controls.js";
import { languageTag, say, t } from "../i18n/language.js";
import { h, row } from "../lib/dom.js";

const DAY = 86_400_000;

/** The first Sunday or later day of a week that is known. */
const SUNDAY = Date.UTC(2023, 0, 1);

/** @param {number | Date} time @param {Intl.DateTimeFormatOptions} how */
const written = (time, how) =>
  new Intl.DateTimeFormat(languageTag(), { timeZone: "UTC", ...how }).format(time);

/** A day as people write it. @param {string} day @param {"full" | "medium" | "long"} [dateStyle] */
export const dayWritten = (day, dateStyle = "full") => written(Date.parse(day), { dateStyle });

/**
 * Shows the calendar.
 * @param {Element} host
 * @param {Library} library
 * @param {string} of the kind to begin with; "" for the puzzle of the day, whatever its kind
 */
export function showCalendar(host, library, of) {
  const today = random.today();
  let [year, month] = today.split("-").map(Number);
  const title = h("b", { role: "status" });
  const days = h("div", { class: "month" });
  const facts = h("p", { class: "facts" });
  const turn = (/** @type {number} */ by) => {
    const first = new Date(Date.UTC(year, month - 1 + by));
    [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
    draw();
  };
  const later = iconButton("›", "laterMonth", () => turn(1), "quiet");
  const cell = (/** @type {string} */ day) => {
    const { days } = progress.all();
    const stars = of ? progress.starsOf(day, of) : Number(days[day] ?? 0);
    const mark = stars > 0 && h("small", {}, of ? "★".repeat(stars) : "✓");
    const number = String(Number(day.slice(8)));
    const name = stars > 0 ? `${dayWritten(day, "long")}, ${t("solvedMark")}` : dayWritten(day, "long");
    // What comes is not told.
    if (day > today) return h("span", {}, number);
    const look = { href: ofDay(day, of), class: stars > 0 && "done", "aria-label": name };
    return h("a", { ...look, "aria-current": day === today && "date" }, number, mark);
  };
  const draw = () => {
    const first = Date.UTC(year, month - 1);
    const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
    title.textContent = written(first, { year: "numeric", month: "long" });
    later.disabled = today.startsWith(new Date(first).toISOString().slice(0, 7));
    days.replaceChildren(
      ...[0, 1, 2, 3, 4, 5, 6].map((at) =>
        h(
          "span",
          { class: "facts", "aria-hidden": "true" },
          written(SUNDAY + at * DAY, { weekday: "narrow" }),
        ),
      ),
      ...Array.from({ length: count }, (_, at) =>
        cell(new Date(first + at * DAY).toISOString().slice(0, 10)),
      ),
    );
    /** @type {HTMLElement} */ (days.children[7]).style.gridColumnStart = String(
      new Date(first).getUTCDay() + 1,
    );
    const streak = progress.streak(today, of);
    facts.textContent = streak > 0 ? t("streak", { n: streak }) : "";
  };
  const choose = (/** @type {string} */ chosen) => {
    of = chosen;
    draw();
  };
  const kinds = random.dailies(library).map(({ name, title }) => /** @type {const} */ ([name, say(title)]));
  const kind = select([["", t("today")], ...kinds], of, choose, t("today"));
  const earlier = iconButton("‹", "earlierMonth", () => turn(-1), "quiet");
  draw();
  const sheet = showSheet(host, t("calendar"), row(kind), row(earlier, title, later), days, facts);
  sheet.classList.add("calendar");
  return sheet;
}

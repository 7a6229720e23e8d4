// The language of the page: phrases, plurals, and the texts that families bring along.

import { preference, setPreference } from "../lib/preferences.js";
import { LANGUAGES, METRICS, PHRASES, UNITS } from "./phrases.js";

/** @typedef {typeof LANGUAGES[number]} Language */
/** @typedef {keyof typeof PHRASES} Phrase */

/** The user's earlier choice, or the browser's language. @returns {Language} */
function preferred() {
  const wanted = [preference("lang"), ...(globalThis.navigator?.languages ?? [])];
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag?.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "en";
}

let current = preferred();

export const language = () => current;

/** The language as documents name it. */
export const languageTag = () => (current === "zh" ? "zh-Hans" : current);

/** @param {Language} wanted */
export function setLanguage(wanted) {
  current = wanted;
  setPreference("lang", wanted);
}

/** A text in the user's language. @param {readonly [string, string, string]} texts */
export const localized = (texts) => texts[LANGUAGES.indexOf(current)];

/**
 * Fills in a text: `{n}` is a value, and `{n|move|moves}` the form that goes with the number n.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function fill(text, values) {
  const chosen = text.replace(/\{(\w+)\|(.*?)\|(.*?)\}/g, (_, name, one, other) =>
    new Intl.PluralRules(current).select(Number(values[name])) === "one" ? one : other,
  );
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return typeof value === "number" ? value.toLocaleString(current) : (value ?? whole);
  });
}

/** A phrase in the user's language. @param {Phrase} phrase @param {Record<string, string | number>} [values] */
export const t = (phrase, values = {}) => fill(localized(PHRASES[phrase]), values);

/**
 * The name of a metric's unit, for a number of them. A family's own metric is its own name.
 * @param {string} metric
 * @param {number} [number]
 */
export const unit = (metric, number = 2) =>
  Object.hasOwn(UNITS, metric)
    ? fill(localized(UNITS[/** @type {keyof typeof UNITS} */ (metric)]), { n: number })
    : metric;

/** What a metric counts. A family's own metric is its own name. @param {string} metric */
export const metricName = (metric) =>
  Object.hasOwn(METRICS, metric) ? localized(METRICS[/** @type {keyof typeof METRICS} */ (metric)]) : metric;

/** A family's text, in the user's language. @param {Localized | null | undefined} text */
export const say = (text) => text?.[current] ?? text?.en ?? "";

/** A family's text as a sentence of its own. @param {string} text */
export function sentence(text) {
  if (text === "") return "";
  const first = current === "en" ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.!?。！？:：]["”」’]?$/.test(first) ? first : first + (current === "en" ? "." : "。");
}

/** The longest part of a short form that is shown as a title. */
const SHORT = 12;

/**
 * The title of a puzzle. One that has none is called by its family and, if that is short, by what it is made of.
 * @param {{titles: Localized, instance: string, level?: Level}} puzzle
 * @param {Family | null} [family]
 */
export function headline({ titles, instance, level }, family) {
  const title = say(titles);
  if (level && level.of > 1) {
    const name = family && title === instance ? say(family.title) : title;
    return `${name} · ${t("levelNumber", { n: level.number })}`;
  }
  if (!family || title !== instance) return title;
  const made = instance.slice(instance.indexOf(":") + 1);
  return instance.includes(":") && made.length <= SHORT ? `${say(family.title)} ${made}` : say(family.title);
}

/** What a level of a collection is called. @param {string} title perhaps empty, or its number @param {number} number */
export const levelTitle = (title, number) =>
  title === "" || title === String(number) ? t("levelNumber", { n: number }) : `${number} · ${title}`;

/** A duration as minutes and seconds. @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// The header of the page: language, sounds, theme.

import { iconButton } from "../i18n/controls.js";
import { language, say, setLanguage, t } from "../i18n/language.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n/phrases.js";
import { h } from "../lib/dom.js";
import { preference, setPreference } from "../lib/preferences.js";
import * as sound from "../lib/sound.js";

/** The themes, and the face of each. @type {Record<string, string>} */
const FACES = { auto: "◐", light: "☀", dark: "☾" };
const THEMES = Object.keys(FACES);

/** Shows the page in the wanted theme. @returns the theme */
export function applyTheme() {
  const wanted = preference("theme") ?? "auto";
  document.documentElement.dataset.theme = wanted;
  return wanted;
}

/** What the program calls itself, if that is not tejun. @type {Pick<Library, "title" | "about"> | null} */
let program = null;

/** Gives the page the title of its program. @param {Library} library */
export function setProgram({ title, about }) {
  program = title && { title, about };
}

/** The title of the page. @param {string} [view] what is open on it */
export function pageTitle(view) {
  const name = program?.title ? say(program.title) : "tejun";
  return view ? `${view} · ${name}` : program ? name : "tejun 手順";
}

/** @param {(byKeys: boolean) => void} onLanguage called when another language was chosen */
export function header(onLanguage) {
  let byKeys = true;
  const languages = h(
    "select",
    {
      "aria-label": t("language"),
      onpointerdown: () => (byKeys = false),
      onkeydown: () => (byKeys = true),
      onchange: () => {
        setLanguage(/** @type {import("../i18n/language.js").Language} */ (languages.value));
        onLanguage(byKeys);
      },
    },
    ...LANGUAGES.map((lang) =>
      h("option", { value: lang, selected: lang === language(), lang }, LANGUAGE_NAMES[lang]),
    ),
  );
  const light = iconButton(FACES[applyTheme()], "theme", () => {
    setPreference("theme", THEMES[(THEMES.indexOf(applyTheme()) + 1) % THEMES.length]);
    light.textContent = FACES[applyTheme()];
  });
  const pressed = () => sounds.setAttribute("aria-pressed", String(sound.heard()));
  const sounds = iconButton(
    "♪",
    "sound",
    () => {
      sound.turn(!sound.heard());
      pressed();
    },
    "sounds",
  );
  pressed();
  return h(
    "header",
    { class: "bar" },
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          /** @type {HTMLElement | null} */ (
            document.querySelector("svg.board[tabindex]") ?? document.querySelector("main button")
          )?.focus();
        },
      },
      t("skip"),
    ),
    h(
      "a",
      { class: "brand", href: "#" },
      !program && h("span", { class: "seal", lang: "ja" }, "手順"),
      h("b", {}, program?.title ? say(program.title) : "tejun"),
    ),
    h("span", { class: "tagline" }, program?.about ? say(program.about) : ""),
    languages,
    sounds,
    light,
  );
}

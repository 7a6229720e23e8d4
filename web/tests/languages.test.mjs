// The page speaks the browser's language, or the chosen one, everywhere.

import assert from "node:assert/strict";
import { LANGUAGES, PHRASES, UNITS } from "../i18n/phrases.js";
import { is, link, matches, onPage, press, says, table, until } from "./support.mjs";

/** What may be in Latin letters in any language: names, file formats, keys. */
const NAMES = new RegExp(
  "tejun|English|WASD|PuzzleScript|KATAMINO|DevQuiz|Klotski|Pac-Man|Blockado|Quzzle|SVG|PNG|Enter|" +
    "Esc|GNOME|Rush Hour|Simon Tatham|LURD|UDLR|calendar|MM-DD|WEEKDAY|katamino(:[A-Z]+)?|klotski|pentominoes|tank-change|FILNPTUVWXYZ|LAYOUT|PIECES|RxC|LxRxC|box|cylinder|torus|serve|gates|PUY",
  "g",
);

/**
 * All visible and spoken text on the page, except what instances say about themselves and moves.
 * @param {import("playwright-core").Page} page
 */
const texts = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const own = "code, pre, textarea, .source, .move, svg text, ol.line, option[lang]";
    for (const element of document.body.querySelectorAll("*")) {
      if (!element.checkVisibility() || element.closest(own)) continue;
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? "");
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
        found.push(element.getAttribute(name) ?? "");
    }
    return found.filter((text) => text.trim() !== "");
  });

for (const [locale, at] of /** @type {const} */ ([
  ["ja-JP", 1],
  ["zh-CN", 2],
])) {
  onPage(`${locale}: no English is left`, { locale, refusals: true, served: true }, async (page) => {
    const words = /** @type {Record<string, readonly string[]>} */ ({ ...PHRASES, ...UNITS });
    const english = new Set(
      Object.values(words)
        .filter((row) => row[0] !== row[at])
        .map((row) => row[0]),
    );
    const own = (/** @type {string} */ word) => words[word][at];
    const clean = async (/** @type {string} */ where) => {
      for (const text of await texts(page)) {
        assert.ok(!english.has(text), `${where}: ${text}`);
        assert.doesNotMatch(text.replace(NAMES, ""), /[A-Za-z]{3}/, where);
      }
    };
    await page.goto("/");
    await says(page, ".chip", new RegExp(own("all")));
    await is(page, () => page.evaluate(() => document.documentElement.lang), at === 1 ? "ja" : "zh-Hans");
    await clean("the library");
    for (const [instance, line] of /** @type {[string, string[]][]} */ ([
      ["tank-change", ["1-7"]],
      ["heng-dao-li-ma", ["ir"]],
      ["katamino:PUY", ["P:4,5,6,7,8"]],
      ["pacman-lv1", ["h"]],
      ["peg-central", ["d2-d4"]],
      ["sokoban-two", ["d3-d4"]],
      ["tiles-fifteen-easy", ["8"]],
    ])) {
      await page.goto(`/${link(instance, line)}`);
      await page.locator(".side ol.line:not(.moves) .move").waitFor();
      await clean(instance);
      await press(page, own("hint"));
      await says(page, ".message", /./);
      await clean(`${instance}, hint`);
      await press(page, own("giveUp"));
      if (!instance.startsWith("katamino")) await page.locator(".replay .last").click();
      await clean(`${instance}, giving up`);
      await press(page, own("watch"));
      await page.locator(".watch").waitFor();
      if (instance.startsWith("katamino")) {
        await press(page, own("step"));
        await says(page, ".event", /./);
      }
      await clean(`${instance}, watching`);
      // A search that is watched draws anew while the button is pressed: then the press comes to nothing.
      const dialog = page.locator("dialog");
      for (let tries = 0; tries < 5 && (await dialog.count()) === 0; tries++) {
        await press(page, own("share"));
        await dialog.waitFor({ timeout: 5000 }).catch(() => {});
      }
      await dialog.waitFor();
      await clean(`${instance}, sharing`);
    }
    await page.goto(`/${link("tank-change", ["1-2"])}`);
    await says(page, ".message", /./);
    await clean("a line that is not legal");
    await page.goto("/");
    for (const family of [
      "tank-change",
      "sliding",
      "packing",
      "pacman",
      "peg-solitaire",
      "sokoban",
      "sliding-tiles",
    ]) {
      await page
        .locator(`section[data-family="${family}"]`)
        .getByRole("button", { name: own("make") })
        .click();
      await says(page, ".editor .message.good", /./);
      await clean(`the editor, ${family}`);
      const text = page.locator(".editor textarea");
      const template = await text.inputValue();
      await text.fill(template.replace(/(board = '''\n.)(.)/, family === "sliding" ? "$1$2." : "$1!"));
      await says(page, ".editor .message.wrong", at === 1 ? /^\d 行 \d+ 列：/ : /^第 \d 行第 \d+ 列：/);
      await is(page, () => page.locator(".editor .message code").count(), 0);
      await clean(`a fault in the editor, ${family}`);
      await text.fill(template);
      await says(page, ".editor .message.good", /./);
      await page.goBack();
      await page.locator("main.library").waitFor();
    }
  });
}

onPage("the language can be switched on the page, and is remembered", {}, async (page) => {
  await table(page, "heng-dao-li-ma");
  await says(page, "h1", /^Blade Sideways/);
  for (const [lang, title, hint] of [
    ["ja", "横刀立馬（箱入り娘）", "ヒント"],
    ["zh", "横刀立马", "提示"],
    ["en", "Blade Sideways, Horse Upright (Klotski)", "Hint"],
  ]) {
    await page.locator("header.bar select").selectOption(lang);
    await says(page, "h1", new RegExp(`^${title.replace(/[()]/g, "\\$&")}$`));
    await page.getByRole("button", { name: hint, exact: true }).waitFor();
    await matches(page, () => page.title(), new RegExp(title.replace(/[()]/g, "\\$&")));
    await page.reload();
    await says(page, "h1", new RegExp(`^${title.replace(/[()]/g, "\\$&")}$`));
  }
  assert.equal(LANGUAGES.length, await page.locator("header.bar option").count());
});

onPage("the line being played survives a change of language", {}, async (page) => {
  await table(page, "tank-change", ["1-7"]);
  await page.locator("header.bar select").selectOption("ja");
  await until(
    page,
    () => page.locator(".side ol.line:not(.moves) .move").allInnerTexts(),
    (seen) => seen.join() === "1→7",
    "the line stays",
  );
  await says(page, ".caption", /^青の番$/);
});

// Phrases, plurals and sentences in each language.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clock, headline, sentence, setLanguage, t, unit } from "../../i18n/language.js";
import { LANGUAGES, PHRASES, UNITS } from "../../i18n/phrases.js";

beforeEach(() => setLanguage("en"));

test("every phrase has three languages with the same placeholders", () => {
  const placeholders = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, texts] of Object.entries(PHRASES)) {
    assert.equal(texts.length, LANGUAGES.length, name);
    for (const text of texts) {
      assert.notEqual(text.trim(), "", name);
      assert.deepEqual(placeholders(text), placeholders(texts[0]), name);
    }
    // Phrases with English words differ in the other languages.
    if (/[a-z]{3}/.test(texts[0].replace(/\{\w+\}/g, ""))) {
      assert.ok(texts[1] !== texts[0] && texts[2] !== texts[0], name);
    }
  }
});

test("units have a singular and a plural in English, and one form in Japanese and Chinese", () => {
  const forms = (/** @type {string} */ metric) => [0, 1, 2, 21].map((n) => unit(metric, n));
  assert.deepEqual(forms("moves"), ["moves", "move", "moves", "moves"]);
  assert.deepEqual(forms("pushes"), ["pushes", "push", "pushes", "pushes"]);
  for (const metric of Object.keys(UNITS)) assert.notEqual(unit(metric, 1), unit(metric, 2), metric);
  for (const language of /** @type {const} */ (["ja", "zh"])) {
    setLanguage(language);
    for (const metric of Object.keys(UNITS)) assert.equal(new Set(forms(metric)).size, 1, metric);
  }
});

test("a metric that the page does not know is called by its name", () => {
  assert.deepEqual(
    [unit("sheep", 1), unit("solved", 2), unit("toString", 2)],
    ["sheep", "solved", "toString"],
  );
});

test("phrases take values, with the form for their number and the digits of the language", () => {
  assert.equal(t("slips", { n: 1 }), "1 move was not the best.");
  assert.equal(t("slips", { n: 1234 }), "1,234 moves were not the best.");
  assert.equal(t("made", { n: 1, metric: unit("moves", 1) }), "1 move");
  assert.equal(t("held", {}), "{piece} in hand");
  setLanguage("ja");
  assert.equal(t("slips", { n: 1 }), "最善でない手：1 手。");
});

test("a family's text becomes one sentence", () => {
  assert.deepEqual(["", "no way out", "Why?"].map(sentence), ["", "No way out.", "Why?"]);
  setLanguage("zh");
  assert.equal(sentence("无解"), "无解。");
});

test("a puzzle without a title is called by its family and a short form", () => {
  const family = /** @type {any} */ ({ title: { en: "Packing" } });
  const named = (/** @type {string} */ instance) =>
    headline({ titles: { en: instance, ja: instance, zh: instance }, instance }, family);
  assert.equal(named("katamino:PUY"), "Packing PUY");
  assert.equal(named("katamino:FILNPTUVWXYZFILN"), "Packing");
  assert.equal(named("-"), "Packing");
  assert.equal(
    headline({ titles: { en: "Way Out", ja: "", zh: "" }, instance: "way-out" }, family),
    "Way Out",
  );
});

test("durations are minutes and seconds", () => {
  assert.deepEqual([0, 61, 3599].map(clock), ["0:00", "1:01", "59:59"]);
});

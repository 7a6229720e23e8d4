// What is kept of the player's own collections; here there is no database.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  configurable: true,
  value: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
});
const collections = await import("../../game/collections.js");

/** @param {string} text @param {Partial<CollectedLevel>[]} levels @param {Partial<CollectionAnswer>} [about] @param {string} [file] */
const made = (text, levels, about = {}, file = "") =>
  collections.collectionOf(text, file, {
    api: 1,
    title: "",
    author: "",
    count: levels.length,
    ...about,
    levels: levels.map((level, at) => ({ number: at + 1, title: "", author: "", line: at + 1, ...level })),
  });

test("a collection is called as it says, without brackets, or as its file", () => {
  const title = (/** @type {string} */ title, file = "") => made("x\n", [], { title }, file).title;
  assert.equal(title("Microban (155 puzzles, revised April, 2000)"), "Microban");
  assert.equal(title("(untitled)", "a.sok"), "(untitled)");
  assert.equal(title("", "x.tar.sok"), "x.tar");
  assert.equal(title(""), "");
});

test("where a line is a puzzle, its title is a name in its first field", () => {
  const lines = ["横刀立马,vBB,81", "AA...O,8", "8 6 7 0", "Don't panic;0 1"];
  const { levels } = made(
    lines.join("\n"),
    lines.map((title) => ({ title })),
  );
  assert.deepEqual(
    levels.map(({ title }) => title),
    ["横刀立马", "", "", "Don't panic"],
  );
  assert.equal(made("; One\n#@$.#\n", [{ title: "One", line: 2 }]).levels[0].title, "One");
});

test("a level is opened by its text, or by its number in the text", () => {
  const own = made("a\nb", [{ text: "A\n" }, { text: "B\n" }]);
  assert.deepEqual(collections.puzzleAt(own, 1), { instance: "B\n" });
  const game = made("title X", [{}, {}]);
  assert.deepEqual(collections.puzzleAt(game, 1), { instance: "title X\n", level: 2 });
  assert.notEqual(game.levels[0].name, game.levels[1].name);
});

test("a puzzle that stands at two places is where the player went", async () => {
  const twice = made("twice", [{ text: "P\n" }, { text: "Q\n" }, { text: "P\n" }]);
  await collections.add(twice);
  assert.equal(collections.isKept(), false);
  assert.equal(collections.placeOf({ instance: "P\n" })?.index, 0);
  collections.enter(twice, 2);
  assert.equal(collections.placeOf({ instance: "P\n" })?.index, 2);
  assert.equal(collections.placeOf({ instance: "Q\n" })?.index, 1);
  assert.equal(collections.placeOf({ instance: "R\n" }), null);
  collections.remove(twice);
  assert.equal(collections.placeOf({ instance: "P\n" }), null);
});

test("the best is kept: what is proved, else the fewest or the highest; and the best of the player's own", () => {
  const best = (/** @type {number} */ worth, proved = false, scored = false) => ({
    best: { worth, metric: "moves", scored, proved },
  });
  const worth = (/** @type {string} */ name) => collections.known(name).best?.worth;
  void collections.learn("a", best(9));
  void collections.learn("a", best(12));
  assert.equal(worth("a"), 9);
  void collections.learn("a", best(7, true));
  void collections.learn("a", best(8));
  assert.deepEqual(collections.known("a").best, best(7, true).best);
  void collections.learn("b", best(9, false, true));
  void collections.learn("b", { ...best(12, false, true), own: { "": { line: "x", worth: 12 } } });
  void collections.learn("b", { own: { "": { line: "y", worth: 10 } }, stars: 2 });
  void collections.learn("b", { stars: 1 });
  assert.equal(worth("b"), 12);
  assert.deepEqual(
    [collections.known("b").own, collections.known("b").stars],
    [{ "": { line: "x", worth: 12 } }, 2],
  );
  collections.forget();
  assert.deepEqual([collections.known("b").own, worth("b")], [{}, 12]);
});

test("removed levels are forgotten, unless they stand elsewhere, and known again when that is taken back", async () => {
  const [one, other] = [made("one", [{ text: "C\n" }, { text: "D\n" }]), made("other", [{ text: "D\n" }])];
  await collections.add(one);
  await collections.add(other);
  for (const { name } of one.levels) void collections.learn(name, { stars: 3 });
  const stars = () => one.levels.map(({ name }) => collections.known(name).stars);
  const back = await collections.remove(one);
  assert.deepEqual(stars(), [0, 3]);
  await back();
  assert.deepEqual(stars(), [3, 3]);
  for (const each of [one, other]) await collections.remove(each);
});

test("what is to be searched comes once, from where the player is, without what is broken", async () => {
  const all = made("all", [{ text: "E\n" }, { text: "F\n", error: "no" }, { text: "G\n" }, { text: "H\n" }]);
  await collections.add(all);
  collections.enter(all, 2);
  const order = [];
  for (let next = collections.unsearched(); next; next = collections.unsearched()) {
    order.push(next.puzzle.instance);
    void collections.learn(next.name, { searched: true });
  }
  assert.deepEqual(order, ["G\n", "H\n", "E\n"]);
});

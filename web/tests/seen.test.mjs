// What is said of pieces, in words for what is to be seen of them: faces, colours, forms, places; no letters of files.

import assert from "node:assert/strict";
import { drag } from "./hands.mjs";
import { ask, is, matches, onPage, press, says, table } from "./support.mjs";

/** @typedef {[locale: string, goal: string, refused: string]} Said */

/** An instance with its line, a piece that is dragged onto a cell, and what is said. @type {[string, string[], number, [number, number], Said[]][]} */
const PUZZLES = [
  [
    "heng-dao-li-ma",
    [],
    1,
    [1, 1],
    [
      ["en-US", "Bring 曹操 to the marked place.", "關羽 is in the way of 曹操."],
      ["ja-JP", "娘を枠の位置へ運ぶ。", "兄弟が娘の行く手をふさいでいます。"],
      ["zh-CN", "把曹操移到框里。", "关羽挡住了曹操。"],
    ],
  ],
  [
    "rush-gridlock",
    [],
    0,
    [2, 2],
    [
      ["en-US", "Drive the red car to the exit.", "The pink car is in the way of the red car."],
      ["ja-JP", "赤い車を出口まで動かす。", "ピンクの車が赤い車の行く手をふさいでいます。"],
      ["zh-CN", "把红车开到出口。", "粉车挡住了红车。"],
    ],
  ],
  [
    "katamino:PUY",
    ["P:1,2,3,4,5"],
    1,
    [0, 0],
    [
      ["en-US", "", "The pink U would lie on the orange P at row 1, column 1."],
      ["ja-JP", "", "ピンクの U が 1 行 1 列でオレンジの P と重なります。"],
      ["zh-CN", "", "粉色 U 会在第 1 行第 1 列压住橙色 P。"],
    ],
  ],
  [
    "gate-house",
    [],
    -1,
    [0, 0],
    [
      ["en-US", "Bring the red piece to the marked place.", ""],
      ["ja-JP", "赤い駒を枠の位置へ運ぶ。", ""],
      ["zh-CN", "把红色棋子移到框里。", ""],
    ],
  ],
];

for (const [instance, line, piece, cell, said] of PUZZLES)
  for (const [locale, goal, refused] of said)
    onPage(`${locale}: ${instance} in words for what is seen`, { locale }, async (page) => {
      const { scene } = await ask("position", { instance, line });
      const hero =
        piece === 0 ? scene.pieces.findIndex((/** @type {Piece} */ one) => one.role === "hero") : piece;
      await table(page, instance, line);
      if (goal) await is(page, () => page.locator(".objective").innerText(), goal);
      if (!refused) return;
      await drag(page, scene, hero, cell);
      await is(page, () => page.locator(".message.wrong").innerText(), refused);
      // It is shaken, too.
      await is(page, () => page.locator(".stage .piece.shaken").count(), 1);
    });

for (const [locale, caption, note] of [
  ["en-US", "Red to move", "Only the red piece may enter the gate"],
  ["ja-JP", "赤の番", "門に入れるのは赤い駒だけ"],
  ["zh-CN", "轮到红方", "只有红色棋子能进入门"],
])
  onPage(`${locale}: whose turn it is, and who may pass`, { locale }, async (page) => {
    await table(page, "tank-change");
    await is(page, () => page.locator(".caption").innerText(), caption);
    // Their tanks are lit, and each stop's number is seen beside its tank.
    await is(page, () => page.locator(".stage .piece.hero.turn").count(), 3);
    await is(page, () => page.locator(".stage .piece.foe.turn").count(), 0);
    await is(
      page,
      () => page.locator(".stage .goals .stop-label").allTextContents().then(String),
      "1,2,3,16,17,18",
    );
    await table(page, "gate-house");
    await is(page, () => page.locator(".caption").innerText(), note);
  });

onPage("where the armies have to go is seen on the board, also when it was drawn", {}, async (page) => {
  const file =
    "puzzle = 'tank-change'\nroads = 'orthogonal'\nboard = '''\nA.o\no.o\no.B'''\ngoal = '''\no.A\no.o\nB.o'''\n";
  const { error } = await ask("position", { instance: file });
  assert.equal(error, undefined);
  for (const instance of ["tank-change", file]) {
    const { scene } = await ask("position", { instance });
    await table(page, instance);
    await is(page, () => page.locator(".stage .marks .home").count(), scene.floors.length);
  }
});

onPage("a car's colour is its own, and the same after moves", {}, async (page) => {
  const { scene } = await ask("position", { instance: "rush-gridlock" });
  await table(page, "rush-gridlock");
  const looks = () =>
    page.locator(".stage .piece .body").evaluateAll((all) => all.map((body) => getComputedStyle(body).fill));
  const before = await looks();
  assert.equal(new Set(before).size, scene.pieces.length);
  await press(page, "Give up");
  await page.locator(".replay .move").nth(9).click();
  await matches(
    page,
    () => page.locator(".replay .move").first().innerText(),
    /^[a-z ]+ (car|truck) \d?[←↓↑→]$/,
  );
  assert.deepEqual(await looks(), before);
  await says(page, ".where", /10/);
});

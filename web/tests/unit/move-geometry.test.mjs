// Where pieces go, and how their moves read.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { form, nextCell, readMove, route, slides, spoken, tracks } from "../../game/move-geometry.js";
import { setLanguage } from "../../i18n/language.js";

beforeEach(() => setLanguage("en"));

/**
 * A scene from rows: a letter is a cell with a piece of that name, `.` a free cell, a space none.
 * @param {string[]} rows
 * @param {Partial<Scene>} [more]
 * @returns {any}
 */
function scene(rows, more = {}) {
  /** @type {[number, number, string][]} */
  const cells = [];
  /** @type {Map<string, number[]>} */
  const pieces = new Map();
  rows.forEach((row, r) => {
    [...row].forEach((character, c) => {
      if (character === " ") return;
      if (character !== ".") pieces.set(character, [...(pieces.get(character) ?? []), cells.length]);
      cells.push([r, c, "abcdefgh"[c] + (r + 1)]);
    });
  });
  return {
    cells,
    pieces: [...pieces].map(([name, ids]) => ({ name, cells: ids, role: "plain" })),
    marks: " ".repeat(cells.length),
    roads: [],
    keys: [],
    ...more,
  };
}

/** @param {number} piece @param {...number[]} places @returns {any[]} */
const choices = (piece, ...places) => places.map((to) => ({ move: `to ${to}`, piece, to }));

test("cells have the same form wherever they lie", () => {
  assert.equal(
    form([
      [4, 7],
      [5, 7],
    ]),
    form([
      [1, 0],
      [0, 0],
    ]),
  );
  assert.notEqual(form([[0, 0]]), form([]));
});

test("a piece slides if each of its moves is a step from another or from home", () => {
  const board = scene(["A..", "B.."]);
  assert.deepEqual(
    [...(slides(board, 0, choices(0, [1], [2])) ?? [])].map(([by]) => by),
    ["0,1", "0,2"],
  );
  // A jump over a cell is no slide.
  assert.equal(slides(board, 0, choices(0, [2])), null);
  // Neither is anything along roads, nor what changes the form.
  assert.equal(slides({ ...board, roads: [[0, 1]] }, 0, choices(0, [1])), null);
  assert.equal(slides(board, 0, choices(0, [1, 2])), null);
});

test("moves of other pieces do not matter for whether a piece slides", () => {
  const board = scene(["A..", "B.."]);
  assert.equal(slides(board, 0, [...choices(0, [1]), ...choices(1, [5])])?.size, 1);
});

test("the shortest way goes around what is in between", () => {
  const board = scene(["A.", "B.", ".."]);
  assert.deepEqual(route(board, 0, [4]), ["right", "down", "down", "left"]);
  assert.equal(route(scene(["A", "B", "."]), 0, [2]), null);
  assert.deepEqual(route(board, 0, [0]), []);
});

test("a move reads as a piece and its steps, as squares, or as an arrow", () => {
  const board = scene(["A..", "B.."]);
  assert.equal(readMove(board, { piece: 0, to: [2] }, "ar"), "A 2→");
  // A name that two pieces share tells nothing; the squares do.
  const twins = {
    ...board,
    pieces: board.pieces.map((/** @type {Piece} */ piece) => ({ ...piece, name: "o" })),
  };
  assert.equal(readMove(twins, { piece: 0, to: [2] }, "ar"), "a1→c1");
  const keyed = scene(["A"], { keys: [{ key: "w", arrow: "up", label: { en: "up", ja: "", zh: "" } }] });
  assert.equal(readMove(keyed, { key: "w" }, "w"), "↑");
  assert.equal(readMove(keyed, { key: "x" }, "x"), "x");
  assert.equal(readMove(board, null, "as written"), "as written");
  assert.equal(readMove(board, { piece: 7, to: [] }, "as written"), "as written");
  const tray = { ...board, marks: "t     " };
  assert.equal(readMove(tray, { piece: 0, to: [2] }, "A:3"), "A");
});

test("arrows are spoken as words in the user's language", () => {
  assert.equal(spoken("A 2→↓"), "A 2 right down");
  assert.equal(spoken("↑"), "up");
  assert.equal(spoken("a1→c1"), "a1→c1");
  setLanguage("ja");
  assert.equal(spoken("A 2→"), "A 2 右");
});

test("a slide is drawn along its way, a jump straight, a key from the only hero", () => {
  const board = scene(["A.", "B.", ".."]);
  const all = choices(0, [1], [3], [5], [4]);
  assert.deepEqual(tracks(board, all[3], all), [
    [
      [0.5, 0.5],
      [0.5, 1.5],
      [1.5, 1.5],
      [2.5, 1.5],
      [2.5, 0.5],
    ],
  ]);
  const jump = choices(0, [4]);
  assert.deepEqual(tracks(board, jump[0], jump), [
    [
      [0.5, 0.5],
      [2.5, 0.5],
    ],
  ]);
  const keyed = scene(["A."], { keys: [{ key: "d", arrow: "right", label: {} }] });
  keyed.pieces[0].role = "hero";
  assert.deepEqual(tracks(keyed, { move: "d", key: "d" }, []), [
    [
      [0.5, 0.5],
      [0.5, 1.5],
    ],
  ]);
  assert.deepEqual(tracks(scene(["A."]), { move: "d", key: "d" }, []), []);
  assert.deepEqual(tracks(board, { move: "a3", tap: 4 }, []), [[[2.5, 0.5]]]);
  const carried = [
    { piece: 0, to: [1] },
    { piece: 1, to: [3] },
  ];
  assert.equal(tracks(board, { move: "AB", carried }, []).length, 2);
});

test("thin walls are gone around", () => {
  const board = scene(["A..", "..."], { thin_walls: [[0, 1]] });
  assert.deepEqual(route(board, 0, [1]), ["down", "right", "up"]);
  assert.deepEqual(route(scene(["A."], { thin_walls: [[0, 1]] }), 0, [1]), null);
});

test("a tap reads as its cell, pieces carried together as the puzzle writes it", () => {
  const board = scene(["AB"]);
  assert.equal(readMove(board, { tap: 1 }, "x"), "b1");
  assert.equal(readMove(board, { carried: [] }, "AB"), "AB");
});

test("the cursor goes to the nearest cell in a direction, also over gaps", () => {
  const board = scene(["A. .", "B..."]);
  assert.equal(nextCell(board, 1, [0, 1]), 2);
  assert.equal(nextCell(board, 0, [1, 0]), 3);
  assert.equal(nextCell(board, 2, [0, 1]), 2, "at the edge it stays");
});

// The solved position, as far as a goal says where pieces are in it.

import { cellsAt } from "../board/seams.js";
import { form } from "./move-geometry.js";

/**
 * What a goal asks for; null where it leaves open which position that is.
 * @param {Scene} scene of any position
 * @param {Reason | null} aim
 * @returns {Scene | null}
 */
export function solvedScene(scene, aim) {
  const { pieces, cells, marks, floors = [] } = scene;
  const goals = [...cells.keys()].filter((id) => marks[id] === "g");
  const filled = (/** @type {Piece[]} */ things) =>
    goals.length > 0 && goals.length <= things.length
      ? goals.map((id, at) => ({ ...things[at], cells: [id] }))
      : [];
  const [crates, marbles, tiles] = ["crate", "marble", "tile"].map((own) =>
    pieces.filter(({ look }) => look === own),
  );
  const heroes = pieces.filter(({ role }) => role === "hero");
  const foe = pieces.find(({ role }) => role === "foe");
  let put = filled(crates.map((crate) => ({ ...crate, kind: 1 })));
  if (marbles.length > 0) put = filled(marbles);
  else if (aim?.code === "order")
    put = tiles
      .toSorted((a, b) => Number(a.name) - Number(b.name))
      .map((tile, at) => ({ ...tile, kind: 1, cells: [at] }));
  else if (scene.roads.length > 0 && foe)
    // The floors have the colours of the sides.
    put = floors.map(([id, colour]) => ({ ...(colour[1] > colour[5] ? heroes[0] : foe), cells: [id] }));
  else if (heroes.length === 1 && goals.length > 0) {
    const same = form(cellsAt(scene, heroes[0].cells)) === form(cellsAt(scene, goals));
    if (same && crates.length === 0) put = [{ ...heroes[0], cells: goals }];
  }
  return put.length > 0 ? { ...scene, pieces: put, notes: [] } : null;
}

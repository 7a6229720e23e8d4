// Cells drawn with the sprites that lie on them.

import { s } from "../lib/dom.js";
import { SIDE } from "./sprites.js";

/** Of each sprite, the shape of each of its colours, from the corner of a cell. @type {WeakMap<Sprite, string[]>} */
const known = new WeakMap();

/** @param {Sprite} sprite */
function shapes(sprite) {
  const side = Math.sqrt(sprite.pixels.length);
  const pixel = SIDE / side;
  return sprite.colours.map((_, colour) => {
    const digit = colour.toString(36);
    /** @type {string[]} */
    const parts = [];
    let [left, top] = [0, 0];
    for (let at = 0; at < sprite.pixels.length; at++) {
      if (sprite.pixels[at] !== digit) continue;
      const from = at;
      // As long as it goes on in the same row.
      while ((at + 1) % side !== 0 && sprite.pixels[at + 1] === digit) at++;
      const [x, y] = [(from % side) * pixel, Math.floor(from / side) * pixel];
      const wide = (at + 1 - from) * pixel;
      parts.push(`m${x - left} ${y - top}h${wide}v${pixel}h${-wide}z`);
      [left, top] = [x, y];
    }
    return parts.join("");
  });
}

/** A sprite in several cells: a path for each colour. @param {Sprite} sprite @param {At[]} cells */
export function sprite(sprite, cells) {
  const drawn = known.get(sprite) ?? shapes(sprite);
  known.set(sprite, drawn);
  const corners = cells.map(([row, column]) => `M${column * SIDE} ${row * SIDE}`);
  return drawn.map((shape, colour) =>
    s("path", { fill: sprite.colours[colour], d: corners.map((corner) => corner + shape).join("") }),
  );
}

/** What holds sprites: their pixels have sharp edges. @param {...Element} parts */
export const pixels = (...parts) => s("g", { class: "stacks", "shape-rendering": "crispEdges" }, ...parts);

/**
 * All sprites of a scene, the lowest first; null if it has none.
 * @param {Scene} scene
 */
export function stacks({ sheet, stacks, cells }) {
  if (!sheet || !stacks) return null;
  /** @type {At[][]} */
  const covered = sheet.sprites.map(() => []);
  stacks.forEach((stack, id) => {
    for (const number of stack) covered[number]?.push([cells[id][0], cells[id][1]]);
  });
  return pixels(...covered.flatMap((at, number) => (at.length > 0 ? sprite(sheet.sprites[number], at) : [])));
}

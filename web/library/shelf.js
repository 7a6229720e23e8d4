// The shelves, and the order on them: what everybody knows first, then from easy to hard.

import { KINDS } from "../game/random.js";

/** The puzzles that people come for, the best known first. */
const FAMOUS = [
  "heng-dao-li-ma",
  "rush-crossroads",
  "sokoban-two",
  "sokoban-corners",
  "caterpillar",
  "pentominoes-6x10",
  "tiles-fifteen",
  "peg-central",
  "pacman-lv1",
  "tank-change",
  "tiles-eight",
];

/** How hard a puzzle is: by its shortest solution, else by its number of pieces. @param {Entry} entry */
export const weight = ({ optimal, scene }) => optimal ?? scene.pieces.length * 8 + scene.cells.length / 100;

/** How well known a puzzle is: the less, the better. @param {Entry | undefined} entry */
const fame = (entry) => (entry && FAMOUS.includes(entry.name) ? FAMOUS.indexOf(entry.name) : FAMOUS.length);

/**
 * What stands together.
 * @typedef {object} Shelf
 * @property {string} key
 * @property {Localized} title
 * @property {Localized} about
 * @property {Family} family
 * @property {Entry[]} entries in order
 * @property {Entry[]} path the same, from easy to hard
 */

/** What people call a shelf whose family has more than that. @type {Record<string, Localized>} */
const NAMES = { ...KINDS, sliding: { en: "Klotski", ja: "箱入り娘", zh: "华容道" } };
const CARS = {
  en: "cars and lorries move only lengthwise: let the red car out",
  ja: "車は前後にしか動けない。赤い車を出口から出す",
  zh: "车辆只能前后移动，让红车开出去",
};

/** Whether a puzzle is one of cars. @param {{scene: Pick<Scene, "pieces">}} puzzle */
export const drives = ({ scene }) =>
  scene.pieces.length > 0 && scene.pieces.every(({ glyph }) => glyph === "car");

/** A family as it is called where one of its puzzles is played. @param {Family} family @param {{scene: Scene}} position */
export function calledFor(family, position) {
  const traffic = family.draws.find(({ name }) => name === "rushhour");
  const title = traffic && drives(position) ? traffic.title : (NAMES[family.name] ?? family.title);
  return { ...family, title };
}

/**
 * The shelves of a library: one for each family, and one of their own for cars, which many look for by their own name.
 * @param {Library} library
 * @returns {Shelf[]}
 */
export const shelves = ({ families, entries }) =>
  families
    .flatMap((family) => {
      const own = entries
        .filter(({ puzzle }) => puzzle === family.name)
        .sort((one, other) => fame(one) - fame(other) || weight(one) - weight(other));
      const { name, about } = family;
      const title = NAMES[name] ?? family.title;
      const shelf = { key: name, title, about, family, entries: own };
      const cars = own.filter(drives);
      const traffic = family.draws.find(({ name }) => name === "rushhour");
      if (!traffic || cars.length === 0 || cars.length === own.length)
        return [name === "sliding" ? { ...shelf, title: family.title } : shelf];
      return [
        { ...shelf, entries: own.filter((entry) => !drives(entry)) },
        { key: `${name}-cars`, title: traffic.title, about: CARS, family, entries: cars },
      ];
    })
    .map((shelf) => ({ ...shelf, path: shelf.entries.toSorted((one, other) => weight(one) - weight(other)) }))
    // A shelf is as well known as the first puzzle on it.
    .toSorted((one, other) => fame(one.entries[0]) - fame(other.entries[0]));

/** The shelf that a puzzle stands on. @param {Library} library @param {string} name */
export const shelfOf = (library, name) =>
  shelves(library).find(({ entries }) => entries.some((entry) => entry.name === name));

// The shelves, and the order on them: what everybody knows first, then from easy to hard.

/** The puzzles that people come for, the best known first. */
const FAMOUS = [
  "heng-dao-li-ma",
  "peg-central",
  "tiles-fifteen",
  "sokoban-two",
  "sokoban-corners",
  "rush-crossroads",
  "pentominoes-6x10",
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
 * @property {Family} family
 * @property {Entry[]} entries in order
 */

/** Whether a puzzle is one of cars. @param {Entry} entry */
const drives = ({ scene }) => scene.pieces.length > 0 && scene.pieces.every(({ glyph }) => glyph === "car");

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
      const shelf = { key: family.name, title: family.title, family, entries: own };
      const cars = own.filter(drives);
      const traffic = family.draws.find(({ name }) => name === "rushhour");
      if (!traffic || cars.length === 0 || cars.length === own.length) return [shelf];
      return [
        { ...shelf, entries: own.filter((entry) => !drives(entry)) },
        { key: `${family.name}-cars`, title: traffic.title, family, entries: cars },
      ];
    })
    // A shelf is as well known as the first puzzle on it.
    .toSorted((one, other) => fame(one.entries[0]) - fame(other.entries[0]));

/** The shelf that a puzzle stands on. @param {Library} library @param {string} name */
export const shelfOf = (library, name) =>
  shelves(library).find(({ entries }) => entries.some((entry) => entry.name === name));

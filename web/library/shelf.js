// The shelves, what they are called, and the order on them: from easy to hard.

/** How hard a puzzle is: by its shortest solution, else by its number of pieces. @param {Entry} entry */
export const weight = ({ optimal, scene }) => optimal ?? scene.pieces.length * 8 + scene.cells.length / 100;

/**
 * What stands together.
 * @typedef {Family["shelves"][number] & {family: Family, entries: Entry[]}} Shelf entries: from easy to hard
 */

/**
 * The shelf of a family that a puzzle stands on.
 * @param {Family} family
 * @param {{scene: Pick<Scene, "pieces">}} puzzle
 */
export const shelfFor = (family, { scene: { pieces } }) =>
  family.shelves.find(
    ({ glyph }) =>
      glyph && pieces.length > 0 && pieces.every((piece) => (piece.look ?? piece.glyph) === glyph),
  ) ?? mainShelf(family);

/** The shelf of a family that has no glyph of its own. @param {Family} family */
const mainShelf = ({ shelves }) => shelves.find(({ glyph }) => !glyph) ?? shelves[0];

/**
 * A library in which all that is of one kind has one name, that of its shelf.
 * @param {Library} library
 * @returns {Library}
 */
export const named = (library) => ({
  ...library,
  families: library.families.map((family) => {
    const { title } = mainShelf(family);
    const draws = family.draws.map((draw) => ({
      ...draw,
      title: family.shelves.find(({ name }) => name === draw.name)?.title ?? title,
    }));
    return { ...family, title, draws };
  }),
});

/** A family as it is called where one of its puzzles is played. @param {Family} family @param {{scene: Scene}} position */
export const calledFor = (family, position) => ({ ...family, title: shelfFor(family, position).title });

/**
 * The shelves of a library, the best known first.
 * @param {Library} library
 * @returns {Shelf[]}
 */
export const shelves = ({ families, entries }) =>
  families
    .flatMap((family) =>
      family.shelves.map((shelf) => {
        const own = entries
          .filter((entry) => entry.puzzle === family.name && shelfFor(family, entry) === shelf)
          .sort((one, other) => weight(one) - weight(other));
        return { ...shelf, family, entries: own };
      }),
    )
    // What has no puzzle is there to make one, but once.
    .filter(({ entries, glyph }) => entries.length > 0 || !glyph)
    .sort((one, other) => other.fame - one.fame);

/** The shelf that a puzzle stands on. @param {Library} library @param {string} name */
export const shelfOf = (library, name) =>
  shelves(library).find(({ entries }) => entries.some((entry) => entry.name === name));

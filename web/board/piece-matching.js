// Matches the pieces of one frame with those of another.

/** Where a piece is: the position of its first cell. @param {Pick<Scene, "cells">} scene @param {Piece} piece */
const coordinates = (scene, piece) => scene.cells[piece.cells[0]];

/** @param {number[]} cells */
const same = (cells) => String([...cells].sort((a, b) => a - b));

/**
 * Assigns each row of a cost table to a column so that the total cost is minimal (the Hungarian method,
 * cubic). There must be at least as many columns as rows.
 * @param {number[][]} costs
 * @returns {number[]} the column of each row
 */
function assign(costs) {
  const [rows, columns] = [costs.length, costs[0].length];
  // Potentials of rows and columns, and the row of each column; index 0 means none.
  const [u, v, row] = [
    new Array(rows + 1).fill(0),
    new Array(columns + 1).fill(0),
    new Array(columns + 1).fill(0),
  ];
  for (let next = 1; next <= rows; next++) {
    const [min, via, done] = [
      new Array(columns + 1).fill(Infinity),
      new Array(columns + 1).fill(0),
      new Set([0]),
    ];
    row[0] = next;
    let at = 0;
    while (row[at] !== 0) {
      done.add(at);
      let [delta, nearest] = [Infinity, 0];
      for (let column = 1; column <= columns; column++) {
        if (done.has(column)) continue;
        const cost = costs[row[at] - 1][column - 1] - u[row[at]] - v[column];
        if (cost < min[column]) [min[column], via[column]] = [cost, at];
        if (min[column] < delta) [delta, nearest] = [min[column], column];
      }
      for (let column = 0; column <= columns; column++) {
        if (done.has(column)) [u[row[column]], v[column]] = [u[row[column]] + delta, v[column] - delta];
        else min[column] -= delta;
      }
      at = nearest;
    }
    for (; at !== 0; at = via[at]) row[at] = row[via[at]];
  }
  const found = new Array(rows).fill(-1);
  row.forEach((one, column) => {
    if (column > 0 && one > 0) found[one - 1] = column - 1;
  });
  return found;
}

/** If more pieces than this share a name, they are matched in order. */
const MANY = 100;

/**
 * Matches the pieces of two frames that are the same. Carried pieces are known. Where pieces are carried, few
 * move at a time, so those that stayed are matched first; where keys play, all may move a little. The rest
 * of each name is matched so that the total distance is minimal, with long distances weighted more.
 * @param {Scene} before
 * @param {Pick<Scene, "cells" | "pieces">} after
 * @param {Carried[]} [carried] what a hand carried between them
 * @returns {Map<number, number>} from indices after to indices before
 */
export function matchPieces(before, after, carried = []) {
  /** @type {Map<number, number>} */
  const pairs = new Map();
  const kind = (/** @type {Piece} */ piece) => `${piece.kind} ${piece.name}`;
  const [left, open] = [new Set(before.pieces.keys()), new Set(after.pieces.keys())];
  const take = (/** @type {number} */ old, /** @type {number} */ now) => {
    pairs.set(now, old);
    left.delete(old);
    open.delete(now);
  };
  for (const { piece, to } of carried) {
    const now = after.pieces.findIndex((other) => same(other.cells) === same(to));
    if (now >= 0 && left.has(piece)) take(piece, now);
  }
  const known = (/** @type {Piece} */ piece) => `${kind(piece)} ${piece.cells}`;
  if (before.keys.length === 0) {
    const stayed = new Map([...left].map((old) => [known(before.pieces[old]), old]));
    for (const now of open) {
      const old = stayed.get(known(after.pieces[now]));
      if (old !== undefined && left.has(old)) take(old, now);
    }
  }
  for (const name of new Set([...open].map((now) => kind(after.pieces[now])))) {
    const news = [...open].filter((now) => kind(after.pieces[now]) === name);
    const olds = [...left].filter((old) => kind(before.pieces[old]) === name);
    const squared = (/** @type {number} */ now, /** @type {number | undefined} */ old) => {
      if (old === undefined) return 0;
      const [[r, c], [u, v]] = [
        coordinates(after, after.pieces[now]),
        coordinates(before, before.pieces[old]),
      ];
      return (r - u) ** 2 + (c - v) ** 2;
    };
    // Columns beyond the old pieces stand for pieces that newly appear.
    const columns = Array.from({ length: Math.max(news.length, olds.length) }, (_, at) => olds[at]);
    const found =
      columns.length > MANY
        ? news.keys()
        : assign(news.map((now) => columns.map((old) => squared(now, old))));
    for (const [at, column] of [...found].entries())
      if (columns[column] !== undefined) take(columns[column], news[at]);
  }
  return pairs;
}

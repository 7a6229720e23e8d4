// A picture that plays a line.

import { s } from "../lib/dom.js";
import { lasting, Timeline, tracks } from "./animation.js";
import { Board, MARKS } from "./board.js";
import { ANGLES, middle, SIDE } from "./figure.js";
import { standalone, svgFile } from "./picture.js";
import { pixels, sprite } from "./stacks.js";

/** The direction that a piece faces first, in which it is drawn. @param {Piece[]} frames */
const faced = (frames) => frames.find((piece) => piece.facing)?.facing ?? null;

/**
 * A line as one self-playing SVG: each piece is drawn once and moved.
 * @param {Scene} ground the scene whose cells the frames are on
 * @param {Frame[]} frames
 */
export function animatedPicture(ground, frames) {
  const cellsOf = (/** @type {Piece} */ piece) =>
    piece.cells.map((id) => /** @type {At} */ ([ground.cells[id][0], ground.cells[id][1]]));
  // Only a board in the page has styles to copy.
  const stage = new Board();
  stage.svg.classList.add("offstage");
  document.body.append(stage.svg);
  try {
    const timeline = new Timeline(frames.length);
    const sprites = ground.sheet?.sprites ?? [];
    const stacked = lasting(ground, frames, ({ stacks }, id) => stacks?.[id] ?? [])
      .filter(({ what }) => what in sprites)
      .sort((one, other) => one.what - other.what);
    const pieces =
      stacked.length > 0
        ? []
        : tracks(ground, frames).map((track) => ({ ...track, faced: faced(track.pieces) }));
    const marks = lasting(ground, frames, ({ marks }, id) => [marks[id]])
      .map(({ what, ...span }) => ({ ...span, mark: what === "g" && ground.walls ? "G" : what }))
      .filter(({ mark }) => mark in MARKS);
    // Draw everything that is ever visible, all on top of each other; then give each its times.
    stage.draw(
      {
        ...ground,
        ...frames[0],
        pieces: pieces.map((track) => ({ ...track.pieces[0], facing: track.faced })),
      },
      { glide: 0 },
    );
    stage.goals.replaceChildren();
    stage.marks.replaceChildren(
      ...marks.map(({ mark, cells }) => s("path", { class: MARKS[mark].look, d: MARKS[mark].path(cells) })),
    );
    if (stacked.length > 0)
      stage.pieces.replaceChildren(
        pixels(...stacked.map(({ what, cells }) => s("g", {}, ...sprite(sprites[what], cells)))),
      );
    const picture = standalone(stage.svg);
    const [, floor, , board] = picture.querySelectorAll(":scope > g");
    const groups = [...board.children];
    [...floor.children].forEach((path, index) => timeline.show(path, marks[index]));
    if (stacked.length > 0) stacked.forEach((span, index) => timeline.show(groups[0].children[index], span));
    pieces.forEach((track, index) => {
      const group = groups[index];
      const corners = track.pieces.map((piece) => ground.cells[piece.cells[0]]);
      timeline.move(
        group,
        track,
        corners.map(([row, column]) => [(column - corners[0][1]) * SIDE, (row - corners[0][0]) * SIDE]),
      );
      const turning = group.querySelector('[transform^="rotate"]');
      if (turning)
        timeline.turn(
          turning,
          track,
          middle(cellsOf(track.pieces[0])),
          track.pieces.map((piece) => ANGLES[piece.facing ?? track.faced ?? "right"]),
        );
      timeline.show(group, track);
    });
    return svgFile(picture);
  } finally {
    stage.svg.remove();
  }
}

// What can be saved or sent: a link, the line, pictures, a replay, the puzzle's file.

import { lasting, Reel, tracks } from "../board/animation.js";
import { Board, MARKS } from "../board/board.js";
import { ANGLES, SIDE } from "../board/figure.js";
import * as api from "../engine/api.js";
import { Midend } from "../game/midend.js";
import { errorMessage, PhraseError } from "../i18n/errors.js";
import { say, t } from "../i18n/language.js";
import { h, s, save } from "../lib/dom.js";

/** @param {Uint8Array} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} text */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {GenericTransformStream} through */
const stream = async (bytes, through) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** More than any instance file has, so that a link cannot exhaust memory. */
const MOST = 1 << 18;

/** The part of an address that holds a puzzle and a line. @param {Puzzle} puzzle @param {string} line as one text @param {string} [view] */
export async function address(puzzle, line, view = "play") {
  const parts = new URLSearchParams();
  if (view !== "play") parts.set("view", view);
  if (puzzle.instance.includes("\n")) {
    parts.set(
      "file",
      toText(await stream(new TextEncoder().encode(puzzle.instance), new CompressionStream("deflate-raw"))),
    );
  } else {
    parts.set("puzzle", puzzle.instance);
  }
  if (puzzle.metric) parts.set("metric", puzzle.metric);
  if (line !== "") parts.set("line", line);
  return `#${parts}`;
}

/** The text packed into a link. @param {string} packed @returns {Promise<string>} */
async function inflated(packed) {
  const chunks = [];
  try {
    const reader = new Blob([toBytes(packed)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .getReader();
    for (let size = 0; ; ) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) throw new PhraseError("largeLink");
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof PhraseError ? error : new PhraseError("badLink");
  }
  return new Blob(chunks).text();
}

/**
 * The puzzle, line and view in an address.
 * @param {string} hash
 * @param {string} [query]
 * @returns {Promise<{puzzle: Puzzle, line: string, view: string} | null>}
 */
export async function opened(hash, query = "") {
  const parts = new URLSearchParams(hash.length > 1 ? hash.slice(1) : query);
  const file = parts.get("file");
  let instance = parts.get("puzzle");
  if (file !== null) instance = await inflated(file);
  if (instance === null) return null;
  const metric = parts.get("metric");
  return {
    puzzle: metric ? { instance, metric } : { instance },
    line: parts.get("line") ?? "",
    view: parts.get("view") ?? "play",
  };
}

/** The styles copied from the page into a picture. */
const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "dominant-baseline",
  "fill-opacity",
];

/** A self-contained copy of an SVG, with its styles written into it. @param {SVGSVGElement} svg */
function alone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [own, others] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  own.forEach((element, index) => {
    const looks = getComputedStyle(element);
    for (const look of LOOKS) {
      const value = looks.getPropertyValue(look);
      if (value) others[index].setAttribute(look, value);
    }
    others[index].removeAttribute("class");
  });
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const background = getComputedStyle(document.body).backgroundColor;
  copy.prepend(s("rect", { x, y, width, height, fill: background }));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  for (const name of ["class", "style", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  return copy;
}

/** @param {SVGSVGElement} svg */
const file = (svg) => new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

/** The longer side of a saved picture in pixels, at least. */
const SHARP = 1200;

/** @param {SVGSVGElement} svg */
async function png(svg) {
  const copy = alone(svg);
  const own = ["width", "height"].map((side) => Number(copy.getAttribute(side)));
  // Large enough to be printed, whatever the size of the board.
  const scale = Math.max(2, SHARP / Math.max(...own));
  const [width, height] = own.map((side) => Math.round(scale * side));
  const url = URL.createObjectURL(file(copy));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The direction that a piece faces first, in which it is drawn. @param {Piece[]} frames */
const faced = (frames) => frames.find((piece) => piece.facing)?.facing ?? null;

/** A line as one self-playing SVG: each piece is drawn once and moved. @param {Midend} midend @param {string[]} line */
async function film(midend, line) {
  const { frames } = await api.replay(midend.puzzle, line, 0);
  const ground = midend.position.scene;
  // Only a board in the page has styles to copy.
  const stage = new Board();
  stage.svg.classList.add("offstage");
  document.body.append(stage.svg);
  try {
    const reel = new Reel(frames.length);
    const pieces = tracks(ground, frames).map((track) => ({ ...track, faced: faced(track.pieces) }));
    const marks = lasting(ground, frames).filter(({ mark }) => mark in MARKS);
    // Draw everything that is ever visible, all on top of each other; then give each its times.
    stage.draw(
      {
        ...ground,
        ...frames[0],
        pieces: pieces.map((track) => ({ ...track.pieces[0], facing: track.faced })),
      },
      { glide: 0 },
    );
    stage.marks.replaceChildren(
      ...marks.map(({ mark, cells }) => s("path", { class: MARKS[mark].look, d: MARKS[mark].path(cells) })),
    );
    const whole = alone(stage.svg);
    const [, floor, , board] = whole.querySelectorAll(":scope > g");
    const groups = [...board.children];
    [...floor.children].forEach((path, index) => reel.show(path, marks[index]));
    pieces.forEach((track, index) => {
      const group = groups[index];
      const places = track.pieces.map((piece) => ground.cells[piece.cells[0]]);
      reel.move(
        group,
        track,
        places.map(([row, column]) => [(column - places[0][1]) * SIDE, (row - places[0][0]) * SIDE]),
      );
      const turning = group.querySelector('[transform^="rotate"]');
      if (turning)
        reel.turn(
          turning,
          track,
          track.pieces.map((piece) => ANGLES[piece.facing ?? track.faced ?? "right"]),
        );
      reel.show(group, track);
    });
    return file(whole);
  } finally {
    stage.svg.remove();
  }
}

/** The dialog that offers all of these. @param {Midend} midend @param {Board} board @param {string[]} line the line on the board */
export function sharing(midend, board, line) {
  const name = midend.position.instance.replace(/[^\w-]+/g, "-").slice(0, 40) || "tejun";
  const said = h("p", { role: "status", class: "facts" });
  const notations = h("div", { class: "row" });
  const link = h("input", { readonly: true, "aria-label": t("copyLink"), onfocus: () => link.select() });
  // Only the server knows how a line is written, and how other programs write the position.
  const position =
    line === midend.line ? Promise.resolve(midend.position) : api.position(midend.puzzle, line);
  const written = position.then(({ written }) => written);
  void position
    .then(({ written, notations: all }) => {
      notations.append(
        ...all.map(({ about, text }) =>
          h("button", { type: "button", onclick: () => copy(text) }, t("copyAs", { what: say(about) })),
        ),
      );
      return address(midend.puzzle, written);
    })
    .then((hash) => {
      link.value = location.href.replace(/[?#].*$/, "") + hash;
    })
    .catch((error) => {
      said.textContent = errorMessage(error);
    });
  const copy = async (/** @type {string | Promise<string>} */ text) => {
    try {
      await navigator.clipboard.writeText(await text);
      said.textContent = t("copied");
    } catch (error) {
      said.textContent = t("failed", { why: String(error) });
    }
  };
  const button = (
    /** @type {import("../i18n/language.js").Phrase} */ word,
    /** @type {() => unknown} */ act,
  ) => h("button", { type: "button", onclick: act }, t(word));
  const dialog = h(
    "dialog",
    { class: "share", "aria-label": t("share"), onclose: () => dialog.remove() },
    h("h2", {}, t("share")),
    link,
    h(
      "div",
      { class: "row" },
      button("copyLink", () => copy(link.value)),
      button("copyLine", () => copy(written)),
    ),
    h(
      "div",
      { class: "row" },
      button("saveSvg", () => save(`${name}.svg`, file(alone(board.svg)))),
      button("savePng", async () => {
        const blob = await png(board.svg);
        if (blob) save(`${name}.png`, blob);
      }),
      button("saveReplay", async () => save(`${name}-replay.svg`, await film(midend, line))),
      button("saveFile", () =>
        save(`${name}.toml`, new Blob([midend.position.text], { type: "application/toml" })),
      ),
    ),
    notations,
    said,
    h("form", { method: "dialog" }, h("button", { class: "quiet" }, t("close"))),
  );
  return dialog;
}

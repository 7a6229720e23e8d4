// What can be taken along: a link, the line, pictures, a replay, the puzzle's file.

import * as api from "./api.js";
import { Board, SIDE, pair } from "./board.js";
import { h, s, save } from "./dom.js";
import { Midend } from "./midend.js";
import { outline } from "./outline.js";
import { t } from "./words.js";

/** @param {Uint8Array} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {GenericTransformStream} through
 */
const stream = async (bytes, through) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** More than any instance file has, so that a link cannot fill the memory. */
const MOST = 1 << 18;

/**
 * The part of an address that holds a puzzle and a line.
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {string} [view]
 */
export async function address(puzzle, line, view = "play") {
  const parts = new URLSearchParams();
  if (view !== "play") parts.set("view", view);
  if (puzzle.instance.includes("\n")) {
    parts.set("file", toText(await stream(new TextEncoder().encode(puzzle.instance), new CompressionStream("deflate-raw"))));
  } else {
    parts.set("puzzle", puzzle.instance);
  }
  if (puzzle.metric) parts.set("metric", puzzle.metric);
  // Moves of one character may stand together.
  if (line.length > 0) parts.set("line", line.join(line.every((move) => move.length === 1) ? "" : " "));
  return `#${parts}`;
}

/**
 * The puzzle, line and view that an address holds.
 * @param {string} hash
 * @param {string} [query]
 * @returns {Promise<{puzzle: Puzzle, line: string, view: string} | null>}
 */
export async function opened(hash, query = "") {
  const parts = new URLSearchParams(hash.length > 1 ? hash.slice(1) : query);
  const file = parts.get("file");
  let instance = parts.get("puzzle");
  if (file !== null) {
    const inflate = new Blob([toBytes(file)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflate.getReader();
    const chunks = [];
    for (let size = 0; ; ) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) throw new Error("the link holds too large a file");
      chunks.push(value);
    }
    instance = await new Blob(chunks).text();
  }
  if (instance === null) return null;
  const metric = parts.get("metric");
  return { puzzle: metric ? { instance, metric } : { instance }, line: parts.get("line") ?? "", view: parts.get("view") ?? "play" };
}

/** What a picture takes along of the page's looks. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];

/**
 * A copy of an SVG that stands alone, its looks written into it.
 * @param {SVGSVGElement} svg
 */
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

/** @param {SVGSVGElement} svg */
async function png(svg) {
  const copy = alone(svg);
  const [width, height] = ["width", "height"].map((side) => 2 * Number(copy.getAttribute(side)));
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

/** Seconds that a move of a saved replay takes. */
const STANDS = 0.6;

/**
 * A line as one SVG that plays by itself: each piece is drawn once and moved.
 * @param {Midend} midend
 * @param {string[]} line
 */
async function film(midend, line) {
  const { frames } = await api.replay(midend.puzzle, line, 0);
  const ground = midend.position.scene;
  // Only a board in the page has looks to copy.
  const stage = new Board();
  stage.svg.classList.add("offstage");
  document.body.append(stage.svg);
  try {
    const last = frames.length;
    const seconds = `${(last + 1) * STANDS}s`;
    const key = (/** @type {number} */ at) => (at / (last + 1)).toFixed(5);
    /** @type {{piece: Piece, index: number, from: number, to: number, at: [number, number][]}[]} */
    const tracks = [];
    /** @type {typeof tracks} */
    let open = [];
    frames.forEach((frame, at) => {
      const pairs = at === 0 ? new Map() : pair(ground, frames[at - 1].pieces, frame.pieces);
      const next = frame.pieces.map((piece, index) => {
        const before = open[pairs.get(index) ?? -1];
        const form = (/** @type {Piece} */ p) => outline(p.cells.map((id) => [ground.cells[id]?.[0] - ground.cells[p.cells[0]]?.[0], ground.cells[id]?.[1] - ground.cells[p.cells[0]]?.[1]]), 1, 0);
        const place = /** @type {[number, number]} */ ([ground.cells[piece.cells[0]]?.[0] ?? 0, ground.cells[piece.cells[0]]?.[1] ?? 0]);
        const track = before && form(before.piece) === form(piece) ? before : { piece, index, from: at, to: at, at: [] };
        if (track !== before) tracks.push(track);
        track.to = at;
        track.at.push(place);
        return track;
      });
      open = next;
    });
    stage.draw({ ...ground, ...frames[0], pieces: [] }, { glide: 0 });
    const whole = alone(stage.svg);
    for (const track of tracks) {
      stage.draw({ ...ground, ...frames[track.from], pieces: [track.piece] }, { glide: 0 });
      const group = /** @type {SVGGElement} */ (alone(stage.svg).querySelectorAll("g")[3].firstElementChild);
      const [top, left] = track.at[0];
      const values = track.at.map(([r, c]) => `${(c - left) * SIDE} ${(r - top) * SIDE}`);
      const times = track.at.map((_, at) => key(track.from + at));
      const spread = (/** @type {string[]} */ list, /** @type {string} */ first) => (track.from === 0 ? list : [first, ...list]).join(";");
      if (new Set(values).size > 1) {
        group.append(s("animateTransform", { attributeName: "transform", type: "translate", dur: seconds, repeatCount: "indefinite", values: `${spread(values, values[0])};${values[values.length - 1]}`, keyTimes: `${spread(times, "0")};1` }));
      }
      if (track.from > 0 || track.to < last - 1) {
        const shown = [...(track.from > 0 ? [["0", "none"]] : []), [key(track.from), "inline"], ...(track.to < last - 1 ? [[key(track.to + 1), "none"]] : [])];
        group.append(s("animate", { attributeName: "display", dur: seconds, repeatCount: "indefinite", calcMode: "discrete", values: shown.map((x) => x[1]).join(";"), keyTimes: shown.map((x) => x[0]).join(";") }));
      }
      whole.append(group);
    }
    eaten(whole, ground, frames, seconds, key);
    return file(whole);
  } finally {
    stage.svg.remove();
  }
}

/**
 * Covers each dot with floor from when it is eaten.
 * @param {SVGSVGElement} whole
 * @param {Scene} ground
 * @param {Frame[]} frames
 * @param {string} seconds
 * @param {(at: number) => string} key
 */
function eaten(whole, ground, frames, seconds, key) {
  const floor = whole.querySelectorAll("g")[0].querySelectorAll("path")[0];
  const pieces = whole.querySelectorAll(":scope > g");
  ground.cells.forEach(([row, column], id) => {
    const at = frames.findIndex((frame) => frame.marks[id] !== ".");
    if (at <= 0 || frames[0].marks[id] !== ".") return;
    const cover = s("rect", { x: column * SIDE + 8, y: row * SIDE + 8, width: SIDE - 16, height: SIDE - 16, fill: floor?.getAttribute("fill") ?? "none", display: "none" });
    cover.append(s("animate", { attributeName: "display", dur: seconds, repeatCount: "indefinite", calcMode: "discrete", values: "none;inline", keyTimes: `0;${key(at)}` }));
    pieces[1].after(cover);
  });
}

/**
 * The dialog that offers all of it.
 * @param {Midend} midend
 * @param {Board} board
 * @param {string[]} line what is on the board
 */
export function sharing(midend, board, line) {
  const name = midend.position.instance.replace(/[^\w-]+/g, "-").slice(0, 40) || "tejun";
  const said = h("p", { role: "status", class: "facts" });
  const link = h("input", { readonly: true, "aria-label": t("copyLink"), onfocus: () => link.select() });
  void address(midend.puzzle, line).then((hash) => {
    link.value = location.href.replace(/[?#].*$/, "") + hash;
  });
  const copy = async (/** @type {string} */ text) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = t("copied");
    } catch (error) {
      said.textContent = t("failed", { why: String(error) });
    }
  };
  const button = (/** @type {import("./words.js").Word} */ word, /** @type {() => unknown} */ act) => h("button", { type: "button", onclick: act }, t(word));
  const dialog = h(
    "dialog",
    { class: "share", "aria-label": t("share"), onclose: () => dialog.remove() },
    h("h2", {}, t("share")),
    link,
    h("div", { class: "row" }, button("copyLink", () => copy(link.value)), button("copyLine", () => copy(line.join(" ")))),
    h(
      "div",
      { class: "row" },
      button("saveSvg", () => save(`${name}.svg`, file(alone(board.svg)))),
      button("savePng", async () => {
        const blob = await png(board.svg);
        if (blob) save(`${name}.png`, blob);
      }),
      button("saveReplay", async () => save(`${name}-replay.svg`, await film(midend, line))),
      button("saveFile", () => save(`${name}.toml`, new Blob([midend.position.text], { type: "application/toml" }))),
    ),
    said,
    h("form", { method: "dialog" }, h("button", { class: "quiet" }, t("close"))),
  );
  return dialog;
}

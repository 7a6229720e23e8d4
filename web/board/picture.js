// Pictures of a board, to be saved: SVG and PNG.

import { h, s } from "../lib/dom.js";

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
  "display",
];

/** A self-contained copy of an SVG, with its styles written into it. @param {SVGSVGElement} svg */
export function standalone(svg) {
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

/**
 * A self-contained copy of a board with a line of text below it, and a seal in red beside that.
 * @param {SVGSVGElement} svg
 * @param {string} text
 * @param {string} seal none if it is empty
 */
export function titled(svg, text, seal) {
  const copy = standalone(svg);
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const size = Math.min(16, (1.6 * width) / (text.length + 6));
  const [total, line] = [height + 2.4 * size, y + height + 1.5 * size];
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${total}`);
  copy.setAttribute("height", String(total));
  copy.querySelector("rect")?.setAttribute("height", String(total));
  const ink = getComputedStyle(document.body).color;
  const font = { "font-family": "system-ui, sans-serif", "font-size": size, fill: ink };
  copy.append(s("text", { x: x + 8, y: line, ...font }, text));
  if (seal) {
    const [left, wide] = [x + width - 8 - 2.6 * size, 2.6 * size];
    copy.append(
      s("rect", { x: left, y: line - 1.2 * size, width: wide, height: 1.6 * size, rx: 3, fill: "#b8392a" }),
      s("text", { ...font, x: left + wide / 2, y: line, "text-anchor": "middle", fill: "#fff" }, seal),
    );
  }
  return copy;
}

/** @param {SVGSVGElement} svg */
export const svgFile = (svg) =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

/** The longer side of a saved picture in pixels, at least. */
const SHARP = 1200;

/** @param {SVGSVGElement} svg */
export async function png(svg) {
  const copy = standalone(svg);
  const own = ["width", "height"].map((side) => Number(copy.getAttribute(side)));
  // Large enough to be printed, whatever the size of the board.
  const scale = Math.max(2, SHARP / Math.max(...own));
  const [width, height] = own.map((side) => Math.round(scale * side));
  const url = URL.createObjectURL(svgFile(copy));
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

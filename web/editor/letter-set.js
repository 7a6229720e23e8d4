// Pieces to choose for a line of the file, each drawn if there is a picture of it.

import { h } from "../lib/dom.js";
import { drawPieces } from "../library/picker.js";
import { lettersOf, withLetter } from "./instance-text.js";

/**
 * Letters to choose from, for the value of a line.
 * @param {Family} family
 * @param {{line: string, about: string, letters: string}} choice
 * @param {HTMLTextAreaElement} area with the file
 * @param {(change: () => void) => void} write changes it
 */
export function letterSet(family, { line, about, letters }, area, write) {
  const form = family.short_forms.find((short) => short.letters === letters)?.form;
  const boxes = [...letters].map((letter) => {
    const box = h("input", {
      type: "checkbox",
      "aria-label": `${about} ${letter}`,
      onchange: () =>
        write(() => {
          area.value = withLetter(area.value, line, letters, letter, box.checked);
        }),
    });
    const face = h("span", { class: "cell" }, letter);
    return { letter, box, label: h("label", { class: "brush piece-brush" }, box, face) };
  });
  if (form) void drawPieces(form, boxes);
  return {
    draw() {
      const now = lettersOf(area.value, line, letters);
      for (const { letter, box } of boxes)
        [box.checked, box.disabled] = [now?.includes(letter) ?? false, now === undefined];
    },
    element: h(
      "div",
      { class: "brushes", role: "group", "aria-label": about },
      h("span", { class: "facts" }, about),
      ...boxes.map(({ label }) => label),
    ),
  };
}

// What can be saved or sent: a link, the line, pictures, a replay, the puzzle's file.

import { animatedPicture } from "../board/animated-picture.js";
import { Board } from "../board/board.js";
import { png, standalone, svgFile } from "../board/picture.js";
import * as api from "../engine/api.js";
import { pack } from "../engine/single-file.js";
import { address, linkTo } from "../game/address.js";
import { Midend } from "../game/midend.js";
import { button, showSheet } from "../i18n/controls.js";
import { errorMessage } from "../i18n/errors.js";
import { say, t } from "../i18n/language.js";
import { h, row, save } from "../lib/dom.js";
import { fileName } from "../lib/files.js";

/** Characters of a link that any program takes whole. */
const LONG = 4000;

/** What files of a puzzle are called, without their ends: as it is asked for, or by its title. @param {Midend} midend */
export function fileNameOf(midend) {
  const { instance } = midend.position;
  return fileName(instance === "-" ? midend.headline() : instance);
}

/** A line as a picture that plays it. @param {Midend} midend @param {string[]} line */
async function replayFile(midend, line) {
  const { frames } = await api.replay(midend.puzzle, line, 0);
  return animatedPicture(midend.position.scene, frames);
}

/**
 * Shows a dialog that offers all of these.
 * @param {Element} host
 * @param {Midend} midend
 * @param {Board} board
 * @param {string[]} line the line on the board
 */
export function share(host, midend, board, line) {
  const name = fileNameOf(midend);
  const status = h("p", { role: "status", class: "facts" });
  const hasLink = linkTo("") !== "";
  const notations = h("div", { class: "row" });
  const link = h("input", { readonly: true, "aria-label": t("copyLink"), onfocus: () => link.select() });
  // Only the server knows how a line is written, and how other programs write the position.
  const position =
    line === midend.line ? Promise.resolve(midend.position) : api.position(midend.puzzle, line);
  const written = position.then(({ written }) => written);
  const failed = (/** @type {unknown} */ error) => {
    status.textContent = errorMessage(error);
  };
  written
    .then((written) => address(midend.puzzle, written))
    .then((hash) => {
      link.value = linkTo(hash);
      if (link.value.length > LONG) status.textContent = t("longLink");
    })
    .catch(failed);
  api
    .notations(midend.puzzle, line)
    .then(({ notations: all, lines = [] }) => {
      notations.append(
        ...[...all, ...lines].map(({ about, text }) =>
          h("button", { type: "button", onclick: () => copy(text) }, t("copyAs", { what: say(about) })),
        ),
      );
    })
    .catch(failed);
  const copy = async (/** @type {string | Promise<string>} */ text) => {
    try {
      await navigator.clipboard.writeText(await text);
      status.textContent = t("copied");
    } catch (error) {
      status.textContent = t("failed", { why: String(error) });
    }
  };
  const savePage = async () => {
    status.textContent = t("packing");
    // All levels of a game.
    const { level, ...whole } = midend.puzzle;
    const home = (await address(whole, "")).slice(1);
    const page = await pack?.(say(midend.position.titles), home);
    if (page) save(`${name}.html`, page);
    status.textContent = "";
  };
  showSheet(
    host,
    t("share"),
    hasLink && link,
    row(
      hasLink && button("copyLink", () => copy(link.value)),
      button("copyLine", () => copy(written)),
    ),
    row(
      button("saveSvg", () => save(`${name}.svg`, svgFile(standalone(board.svg)))),
      button("savePng", async () => {
        const blob = await png(board.svg);
        if (blob) save(`${name}.png`, blob);
      }),
      button("saveReplay", async () => save(`${name}-replay.svg`, await replayFile(midend, line))),
      button("saveFile", () =>
        save(`${name}.toml`, new Blob([midend.position.text], { type: "application/toml" })),
      ),
      pack && button("savePage", () => savePage().catch(failed)),
    ),
    notations,
    status,
  );
  link.focus();
}

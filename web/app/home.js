// The puzzle that a page is for if it is a single file: where the player is in it, and the way back to it.

import * as api from "../engine/api.js";
import { home, title } from "../engine/single-file.js";
import { address, opened } from "../game/address.js";
import * as progress from "../game/progress.js";
import { t } from "../i18n/language.js";

/** The instance of that puzzle, once it is unpacked. */
let instance = "";

/** Unpacks the puzzle, which the way back is compared with. */
export async function unpackHome() {
  instance ||= (await opened("", home))?.puzzle.instance ?? "";
}

/** The way from a puzzle to where others are; null at home. @param {Puzzle | null} puzzle */
export function wayBack(puzzle) {
  if (!home) return { hash: "#", title: t("library") };
  return puzzle?.instance === instance ? null : { hash: "#", title };
}

/**
 * The address to go on at: of the first level that is not solved, with the line as far as it was played. "" if the page is no
 * single file.
 */
export async function leftAt() {
  const asked = home ? await opened("", home) : null;
  if (!asked) return "";
  const { puzzle } = asked;
  const { level } = await api.position(puzzle, []);
  const levels = Array.from({ length: level?.of ?? 0 }, (_, at) => ({ ...puzzle, level: at + 1 }));
  const open = levels.find((one) => !progress.of(one)?.solved) ?? puzzle;
  const record = progress.of(open);
  return record?.open && record.line !== "" ? record.address.slice(1) : (await address(open, "")).slice(1);
}

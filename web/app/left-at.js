// Where the player is in the puzzle that a single file is for.

import * as api from "../engine/api.js";
import { address, opened } from "../game/address.js";
import * as progress from "../game/progress.js";

/**
 * The address to go on at: of the first level that is not solved, with the line as far as it was played.
 * @param {string} home the address of the puzzle
 */
export async function leftAt(home) {
  const asked = await opened("", home);
  if (!asked) return home;
  const { puzzle } = asked;
  const { level } = await api.position(puzzle, []);
  const levels = Array.from({ length: level?.of ?? 0 }, (_, at) => ({ ...puzzle, level: at + 1 }));
  const open = levels.find((one) => !progress.of(one)?.solved) ?? puzzle;
  const record = progress.of(open);
  return record?.open && record.line !== "" ? record.address.slice(1) : (await address(open, "")).slice(1);
}

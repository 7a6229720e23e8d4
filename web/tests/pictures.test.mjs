// Saved files work elsewhere: pictures, replays, lines.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SAMPLES } from "./families.mjs";
import { ask, hint, onPage, press, says, table } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} button */
async function saved(page, button) {
  const download = page.waitForEvent("download");
  await press(page, button);
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/**
 * Parses an SVG with the browser's XML parser and returns what it contains.
 * @param {Page} page
 * @param {string} text
 */
async function read(page, text) {
  const facts = await page.evaluate((source) => {
    const picture = new DOMParser().parseFromString(source, "image/svg+xml");
    const all = [...picture.querySelectorAll("*")];
    /** @type {string[]} */
    const foreign = [];
    for (const element of all) {
      for (const { name, value } of element.attributes) {
        if (
          /^(on|href$|xlink:href$|src$)/.test(name) ||
          (/url\(|https?:/.test(value) && !name.startsWith("xmlns"))
        )
          foreign.push(`${name}=${value}`);
      }
    }
    const moves = all
      .filter((e) => /^animate/.test(e.localName))
      .map((e) => ({
        values: e.getAttribute("values")?.split(";").length,
        times: e.getAttribute("keyTimes")?.split(";").map(Number) ?? [],
        discrete: e.getAttribute("calcMode") === "discrete",
      }));
    return {
      root: picture.documentElement.localName,
      error: picture.querySelector("parsererror")?.textContent ?? "",
      foreign,
      names: [...new Set(all.map((e) => e.localName))],
      texts: all.filter((e) => e.localName === "text").map((e) => e.textContent),
      size: ["width", "height"].map((side) => Number(picture.documentElement.getAttribute(side))),
      moves,
    };
  }, text);
  assert.equal(facts.error, "");
  assert.equal(facts.root, "svg");
  assert.deepEqual(facts.foreign, []);
  for (const name of facts.names)
    assert.match(name, /^(svg|g|path|rect|circle|ellipse|text|title|animate|animateTransform)$/);
  assert.ok(facts.size.every((side) => side > 0));
  return facts;
}

for (const { family, short: instance } of SAMPLES) {
  onPage(`${family}: the board, the replay and the file`, {}, async (page) => {
    const { line } = await ask("solve", { instance });
    await table(page, instance, line);
    await press(page, "Share");

    const svg = await saved(page, "Board as SVG");
    assert.match(svg.name, /\.svg$/);
    const picture = await read(page, svg.bytes.toString());
    const { scene } = await ask("position", { instance, line });
    for (const piece of scene.pieces.filter((/** @type {Piece} */ p) => p.name !== "@"))
      assert.ok(picture.texts.includes(piece.name), piece.name);

    const png = await saved(page, "Board as PNG");
    assert.deepEqual([...png.bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
    const shades = await page.evaluate(async (encoded) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))], { type: "image/png" }),
      );
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const brush = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
      brush.drawImage(bitmap, 0, 0);
      const points = brush.getImageData(0, 0, bitmap.width, bitmap.height).data;
      return { size: [bitmap.width, bitmap.height], colours: new Set(new Uint32Array(points.buffer)).size };
    }, png.bytes.toString("base64"));
    const scale = Math.max(...shades.size) / Math.max(...picture.size);
    assert.ok(scale >= 2 && Math.max(...shades.size) >= 1200, `${shades.size}`);
    assert.ok(
      picture.size.every((side, at) => Math.abs(shades.size[at] - scale * side) <= 1),
      `${shades.size} of ${picture.size}`,
    );
    assert.ok(shades.colours > 5, "the picture shows something");

    const replay = await saved(page, "Replay as SVG");
    const film = await read(page, replay.bytes.toString());
    assert.ok(film.moves.length > 0, "something moves");
    for (const { values, times, discrete } of film.moves) {
      assert.equal(values, times.length);
      assert.equal(times[0], 0);
      assert.ok(
        times.every((time, at) => time <= 1 && (at === 0 || time >= times[at - 1])),
        String(times),
      );
      // Otherwise the whole animation is invalid and does nothing.
      if (!discrete) assert.equal(times[times.length - 1], 1);
    }

    const file = await saved(page, "Puzzle file");
    const again = await ask("check", { instance: file.bytes.toString(), line });
    assert.equal(again.solves, true);
  });
}

onPage("a picture of a replay, and of a hint", {}, async (page) => {
  await table(page, "heng-dao-li-ma");
  await hint(page);
  await says(page, ".message.hint", /./);
  await press(page, "Share");
  await read(page, (await saved(page, "Board as SVG")).bytes.toString());
  await press(page, "Close");
  await press(page, "Give up");
  await page.locator(".replay .last").click();
  await press(page, "Share");
  const film = await read(page, (await saved(page, "Replay as SVG")).bytes.toString());
  assert.ok(film.moves.length >= 9, "the watched line is the one saved");
});

// Sounds: none before they are asked for, then one for a move, a refusal and a solution.

import { deflateRawSync } from "node:zlib";
import { spot } from "./hands.mjs";
import { ask, is, link, onPage, says } from "./support.mjs";

const ONE_MOVE = "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n";

onPage("sounds are heard when they are asked for", {}, async (window) => {
  // A page of its own, with which the change goes.
  const page = await window.context().newPage();
  await page.addInitScript(() => {
    /** @type {any} */ (globalThis).heard = [];
    globalThis.OscillatorNode = class extends OscillatorNode {
      start(/** @type {number} */ when) {
        /** @type {any} */ (globalThis).heard.push(this.frequency.value);
        super.start(when);
      }
    };
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (globalThis).heard);
  const sounds = page.getByRole("button", { name: "Sound", exact: true });
  const pressed = (/** @type {string} */ state) =>
    is(page, () => sounds.getAttribute("aria-pressed").then(String), state);

  await page.goto(`/${link("pacman-lv1")}`);
  await says(page, ".objective", /./);
  await page.keyboard.press("h");
  await is(page, () => page.locator(".side ol.line:not(.moves) .move").count(), 1);
  await is(page, heard, []);

  await sounds.click();
  await pressed("true");
  await is(page, heard, [440]);
  await page.keyboard.press("h");
  await is(page, () => page.locator(".side ol.line:not(.moves) .move").count(), 2);
  await is(page, heard, [440, 440]);
  const { choices } = await ask("position", { instance: "pacman-lv1", line: ["h", "h"] });
  const walled =
    ["h", "j", "k", "l"].find(
      (key) => !choices.some((/** @type {{move: string}} */ choice) => choice.move === key),
    ) ?? "";
  await page.keyboard.press(walled);
  await says(page, ".message.wrong", /wall/);
  await is(page, heard, [440, 440, 165, 147]);

  await page.goto(`/#file=${deflateRawSync(ONE_MOVE).toString("base64url")}`);
  await says(page, ".objective", /./);
  await page.reload();
  await pressed("true");
  const { x, y } = await spot(page, [0, 0]);
  await page.mouse.click(x, y);
  await says(page, ".message.solved", /^Solved/);
  await is(page, heard, [523, 659, 784, 1047]);
  await sounds.click();
  await pressed("false");
  await page.close();
});

onPage("without a device for sounds the game goes on", {}, async (window) => {
  const page = await window.context().newPage();
  await page.addInitScript(() => {
    localStorage.setItem("tejun-sound", "on");
    globalThis.AudioContext = class {
      constructor() {
        throw new DOMException("no device", "NotSupportedError");
      }
    };
  });
  await page.goto(`/${link("pacman-lv1")}`);
  await is(
    page,
    () => page.getByRole("button", { name: "Sound", exact: true }).getAttribute("aria-pressed"),
    "true",
  );
  await says(page, ".objective", /./);
  await page.keyboard.press("h");
  await is(page, () => page.locator(".side ol.line:not(.moves) .move").count(), 1);
  await says(page, ".live", /./);
  await page.close();
});

// The sliding tiles: an arrow key slides the tile that can go its way.

import { ask, hasLine, onPage, says, table } from "./support.mjs";

onPage(
  "sliding tiles: the whole of a puzzle by arrow keys alone, on a page just opened",
  {},
  async (page) => {
    const instance = "tiles-eight";
    await table(page, instance, []);
    const { line } = await ask("solve", { instance });
    for (let played = 0; played < line.length; played++) {
      const { scene, choices } = await ask("position", { instance, line: line.slice(0, played) });
      const { piece, to } = choices.find((/** @type {Choice} */ choice) => choice.move === line[played]);
      const [row, column] = scene.cells[scene.pieces[piece].cells[0]];
      const [r, c] = scene.cells[to[0]];
      const key = r > row ? "ArrowDown" : r < row ? "ArrowUp" : c > column ? "ArrowRight" : "ArrowLeft";
      await page.keyboard.press(key);
    }
    await hasLine(page, line);
    await says(page, ".message.solved", /nobody can do better/);
  },
);

// Every family from start to end by each input alone.

import { SAMPLES } from "./families.mjs";
import * as fingers from "./fingers.mjs";
import * as hands from "./hands.mjs";
import * as keys from "./keys.mjs";
import { ask, hasLine, is, onPage, says, table } from "./support.mjs";

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

for (const { family, short: instance, solved } of SAMPLES) {
  for (const [input, { play }, options] of /** @type {const} */ ([
    ["the mouse", hands, {}],
    ["the keyboard", keys, { served: true }],
    ["touch", fingers, { served: true, ...PHONE }],
  ])) {
    onPage(`${family}: the whole solution by ${input} alone`, options, async (page) => {
      await table(page, instance);
      const { line } = await ask("solve", { instance });
      for (const at of line.keys()) {
        await play(page, instance, line.slice(0, at), line[at]);
        await hasLine(page, line.slice(0, at + 1));
      }
      await says(page, ".message.solved", solved);
      await is(page, () => page.getByRole("button", { name: "Hint" }).isDisabled(), true);
    });
  }
}

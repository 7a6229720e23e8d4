// The size of the page and its loading times. Times are reported, not checked.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST, link, onPage, server, until } from "./support.mjs";

test("all assets of the page together", { skip: DIST && "dist.test.mjs measures dist/" }, async (t) => {
  const names = (await readdir(new URL("..", import.meta.url))).filter((name) => /\.(html|js|css|svg|png|ico)$/.test(name));
  assert.ok(names.includes("index.html") && names.includes("main.js") && names.includes("style.css"));
  let bytes = 0;
  for (const name of names) {
    const response = await fetch(`${await server()}${name}`, { headers: { "accept-encoding": "gzip" } });
    assert.equal(response.status, 200, name);
    if (name.endsWith(".js")) assert.equal(response.headers.get("content-encoding"), "gzip", name);
    bytes += gzipSync(await response.arrayBuffer()).length;
  }
  t.diagnostic(`assets: ${bytes} bytes compressed`);
  assert.ok(bytes <= 90_000, `${bytes} bytes`);
});

onPage("the first paint of the library", {}, async (page, t) => {
  /** @type {number[]} */
  const times = [];
  for (let load = 0; load < 5; load++) {
    await page.goto("about:blank");
    await page.goto("/");
    await page.locator("main.library").waitFor();
    const paint = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1);
    times.push(Math.round(await until(page, paint, (time) => time >= 0, "the page should be painted")));
  }
  t.diagnostic(`first contentful paint of the library: ${times.sort((a, b) => a - b).join(", ")} ms`);
});

onPage("hints of 4x5 Klotski positions", {}, async (page, t) => {
  /** @type {string[]} */
  const times = [];
  for (const instance of ["heng-dao-li-ma", "feng-hui-lu-zhuan", "century-turned", "new-century", "shou-kou-ru-ping-2", "ceng-ceng-she-fang-2"]) {
    // Not from one table to the next, because the last one would still be there to be asked.
    await page.goto("about:blank");
    await page.goto(`/${link(instance)}`);
    await page.locator("main.table").waitFor();
    await page.getByRole("button", { name: "Hint", exact: true, disabled: false }).waitFor();
    const time = await page.evaluate(
      (name) =>
        new Promise((resolve) => {
          const message = /** @type {HTMLElement} */ (document.querySelector("main .message"));
          const began = performance.now();
          new MutationObserver((_, observer) => {
            if (!message.matches(".hint")) return;
            observer.disconnect();
            resolve(performance.now() - began);
          }).observe(message, { attributes: true, childList: true });
          [...document.querySelectorAll("button")].find((button) => button.textContent === name)?.click();
        }),
      "Hint",
    );
    times.push(`${instance} ${Math.round(Number(time))}`);
  }
  t.diagnostic(`from click to hint, in ms: ${times.join(", ")}`);
});

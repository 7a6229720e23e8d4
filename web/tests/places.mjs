// Where things are on the page, and what has no room there.

/** @typedef {import("playwright-core").Page} Page */

/** Where the board and the five actions are. @param {Page} page */
export const places = (page) =>
  page.locator(".stage > .board, .acts button").evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    }),
  );

/** What of the board and its caption is under what is said. @param {Page} page */
export const covered = (page) =>
  page.evaluate(() => {
    const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
    const said = [...document.querySelectorAll(".message, .lost-mark, .tools")].map(box);
    const under = [...document.querySelectorAll(".stage > .board, .caption, .acts, .pad .key")].filter(
      (one) => {
        const { top, bottom, left, right } = box(one);
        return said.some(
          (over) =>
            over.height > 0 &&
            Math.min(over.bottom, bottom) - Math.max(over.top, top) > 1 &&
            Math.min(over.right, right) - Math.max(over.left, left) > 1,
        );
      },
    );
    const caption = document.querySelector(".caption");
    if (caption && caption.scrollWidth > caption.clientWidth + 1) under.push(caption);
    return under.map((one) => one.getAttribute("class"));
  });

/** What is cut, or off the screen. @param {Page} page */
export const cut = (page) =>
  page.evaluate(() => {
    const texts = document.querySelectorAll(":is(.bar, main) :is(button, p, h1, label, output, select)");
    // A phone shows a page that is too wide by showing it smaller.
    const room = document.documentElement.clientWidth;
    const faults = [...texts].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      // What the last of these hold is scrolled sideways.
      if (width === 0 || one.closest(".live, ol, .skip, .chips, .also, .end > .message > .row")) return false;
      const hidden = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
      return hidden || left < -1 || right > room + 1;
    });
    const wide = document.documentElement.scrollWidth > room ? ["the page is too wide"] : [];
    return [...faults.map((one) => one.textContent), ...wide];
  });

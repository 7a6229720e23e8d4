// The user's preferences, stored in the browser.

/** @param {string} key */
export function preference(key) {
  try {
    return localStorage.getItem(`tejun-${key}`);
  } catch {
    return null; // Storage may be blocked; then every preference has its default.
  }
}

/** @param {string} key @param {string} value */
export function setPreference(key, value) {
  try {
    localStorage.setItem(`tejun-${key}`, value);
  } catch {
    // Storage may be full or blocked. Then the preference lasts as long as the page.
  }
}

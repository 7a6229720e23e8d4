// Creates elements from tags, properties and children; text is inserted as text, never as HTML. Waits for the pointer.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 * @param {(Node | string | null | false)[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
  return element;
}

/**
 * An HTML element; `on...` properties are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  return /** @type {HTMLElementTagNameMap[T]} */ (fill(document.createElement(tag), properties, children));
}

/**
 * Calls once when the pointer is let go, wherever that is.
 * @param {() => void} ended
 * @returns {AbortSignal} aborted then
 */
export function onRelease(ended) {
  const held = new AbortController();
  const { signal } = held;
  const end = () => {
    held.abort();
    ended();
  };
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { signal });
  return signal;
}

/** What stands in a row. @param {...(Node | string | null | false)} children */
export const row = (...children) => h("div", { class: "row" }, ...children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | false)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  return /** @type {SVGElementTagNameMap[T]} */ (
    fill(document.createElementNS(SVG, tag), properties, children)
  );
}

/** Whether the user prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Downloads a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

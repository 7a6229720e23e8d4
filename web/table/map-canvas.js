// A drawing of a map that is dragged and zoomed. It knows places, colours and pointers, and nothing of puzzles.

/** Behind everything, as in the pictures that the command line makes. */
const BACKGROUND = "#0e0f16";
const DEAD = "#5c5e68";
/** From the centre to the farthest. */
const RAMP = ["#ffd666", "#ff785a", "#c450a8", "#6e60dc", "#46aadc", "#78e6b4"];
/** The edge of the square in which positions lie. */
const EDGE = 32767;
/** How far the map is enlarged at most. */
const CLOSEST = 200;
/** Milliseconds without a change of the view after which it is drawn anew. */
const REST = 90;
/** Pixels that a pointer may move in a click. */
const CLICK = 5;
/** Pixels around a position in which a click means it. */
const NEAR = 18;

/** @typedef {{x: number, y: number, scale: number}} View the middle of the picture, and pixels of a unit */

/** The colour of a distance. @param {number | null} distance @param {number} last */
export function colour(distance, last) {
  if (distance === null) return DEAD;
  const along = (distance / Math.max(1, last)) * (RAMP.length - 1);
  const step = Math.min(RAMP.length - 2, Math.floor(along));
  const part = (/** @type {string} */ hex, /** @type {number} */ at) =>
    Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [part(RAMP[step], at), part(RAMP[step + 1], at)];
    return Math.round(a + (b - a) * (along - step));
  });
  return `rgb(${mixed.join(" ")})`;
}

export class MapCanvas {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(position: number) => void} chosen a position was clicked
   * @param {AbortSignal} signal
   */
  constructor(canvas, chosen, signal) {
    this.canvas = canvas;
    this.chosen = chosen;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** @type {MapAnswer | null} */
    this.map = null;
    /** How many of its positions are seen. */
    this.shown = 0;
    /** @type {number | null} */
    this.selected = null;
    /** @type {View} */
    this.view = { x: 0, y: 0, scale: 1 };
    /** The last exact drawing, and its view. @type {{image: HTMLCanvasElement, view: View} | null} */
    this.drawn = null;
    this.timer = 0;
    this.frame = 0;
    /** Pointers that are down. @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.travelled = 0;
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#moved(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#up(event), { signal });
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId), { signal });
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.sizes = new ResizeObserver(() => this.#fit());
    this.sizes.observe(canvas);
    signal.addEventListener("abort", () => {
      this.sizes.disconnect();
      clearTimeout(this.timer);
      cancelAnimationFrame(this.frame);
    });
  }

  /** @param {MapAnswer} map @param {number} [shown] how many of its positions are seen, in the order in which a search meets them */
  show(map, shown = map.states) {
    this.map = map;
    this.shown = shown;
    const last = map.distances.reduce((max, at) => Math.max(max ?? 0, at ?? 0), 0) ?? 0;
    /** The positions of each distance, those without one last. @type {number[][]} */
    this.rings = Array.from({ length: last + 2 }, () => []);
    const ring = (/** @type {number} */ at) => map.distances[at] ?? last + 1;
    for (let at = 0; at < map.states; at++) this.rings[ring(at)].push(at);
    /** @type {[number, number][][]} */
    this.links = Array.from({ length: last + 2 }, () => []);
    for (const link of map.links) this.links[Math.max(ring(link[0]), ring(link[1]))].push(link);
    /** The links of each position to earlier ones. @type {number[][]} */
    this.back = Array.from({ length: map.states }, () => []);
    for (const [a, b] of map.links) this.back[Math.max(a, b)].push(Math.min(a, b));
    this.colours = this.rings.map((_, at) => colour(at > last ? null : at, last));
    this.reset();
  }

  /** Shows more of its positions, drawn over what is there. @param {number} shown */
  grow(shown) {
    const { context, map, back, colours } = this;
    if (!map || !back || !colours) return;
    const size = this.#dot();
    context.lineWidth = Math.max(0.4, size / 5);
    for (let at = this.shown; at < shown; at++) {
      const [x, y] = this.toCanvas(at);
      const colour = colours[map.distances[at] ?? colours.length - 1];
      context.globalAlpha = 0.35;
      context.strokeStyle = colour;
      context.beginPath();
      for (const other of back[at]) {
        context.moveTo(x, y);
        context.lineTo(...this.toCanvas(other));
      }
      context.stroke();
      context.globalAlpha = 0.9;
      context.fillStyle = colour;
      context.fillRect(x - size / 2, y - size / 2, size, size);
    }
    this.shown = shown;
    if (shown >= map.states) this.#exact();
  }

  /** Shows the whole map. */
  reset() {
    const { width, height } = this.canvas;
    this.view = { x: 0, y: 0, scale: (0.95 * Math.min(width, height)) / 2 / EDGE };
    this.#exact();
  }

  /** @param {number | null} position */
  select(position) {
    this.selected = position;
    this.#exact();
  }

  /** Enlarges around a point of the canvas. @param {number} by @param {number} [x] @param {number} [y] */
  zoom(by, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const { width, height } = this.canvas;
    const min = (0.3 * Math.min(width, height)) / EDGE;
    const scale = Math.min(Math.max(this.view.scale * by, min), min * CLOSEST);
    const [dx, dy] = [x - width / 2, y - height / 2];
    this.view.x += dx / this.view.scale - dx / scale;
    this.view.y += dy / this.view.scale - dy / scale;
    this.view.scale = scale;
    this.#soon();
  }

  /** @param {number} dx @param {number} dy */
  #move(dx, dy) {
    this.view.x -= dx / this.view.scale;
    this.view.y -= dy / this.view.scale;
    this.#soon();
  }

  #fit() {
    const ratio = Math.min(2, devicePixelRatio);
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    if (this.map) this.reset();
  }

  /** A point of the canvas. @param {MouseEvent} event */
  #point(event) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    return { x: (event.clientX - box.left) * ratio, y: (event.clientY - box.top) * ratio };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#point(event);
    this.zoom(Math.exp(-event.deltaY / 300), x, y);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.#point(event));
    if (this.pointers.size === 1) this.travelled = 0;
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#point(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
    if (!other) return this.#move(now.x - before.x, now.y - before.y);
    const apart = (/** @type {{x: number, y: number}} */ point) =>
      Math.hypot(point.x - other.x, point.y - other.y);
    this.zoom(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const single = this.pointers.size === 1;
    this.pointers.delete(event.pointerId);
    if (!single || this.travelled > CLICK * Math.min(2, devicePixelRatio)) return;
    const position = this.#nearest(this.#point(event));
    if (position !== null) this.chosen(position);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = this.canvas.width / 12;
    /** @type {Record<string, () => void>} */
    const acts = {
      "+": () => this.zoom(1.4),
      "=": () => this.zoom(1.4),
      "-": () => this.zoom(1 / 1.4),
      0: () => this.reset(),
      ArrowLeft: () => this.#move(step, 0),
      ArrowRight: () => this.#move(-step, 0),
      ArrowUp: () => this.#move(0, step),
      ArrowDown: () => this.#move(0, -step),
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Where a position lies on the canvas. @param {number} position @returns {[number, number]} */
  toCanvas(position) {
    const map = /** @type {MapAnswer} */ (this.map);
    const { x, y, scale } = this.view;
    return [
      (map.x[position] - x) * scale + this.canvas.width / 2,
      (map.y[position] - y) * scale + this.canvas.height / 2,
    ];
  }

  /** The position next to a point. @param {{x: number, y: number}} point */
  #nearest({ x, y }) {
    /** @type {number | null} */
    let nearest = null;
    let distance = NEAR * Math.min(2, devicePixelRatio);
    for (let at = 0; at < this.shown; at++) {
      const [u, v] = this.toCanvas(at);
      const apart = Math.hypot(u - x, v - y);
      if (apart < distance) [nearest, distance] = [at, apart];
    }
    return nearest;
  }

  /** Shows the last drawing where it would be now, at once, and draws anew when the view stands still. */
  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#exact(), REST);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.drawn) return;
      const { context, view, drawn } = this;
      const { width, height } = this.canvas;
      const scale = view.scale / drawn.view.scale;
      context.fillStyle = BACKGROUND;
      context.fillRect(0, 0, width, height);
      const left = (drawn.view.x - view.x) * view.scale + (width / 2) * (1 - scale);
      const top = (drawn.view.y - view.y) * view.scale + (height / 2) * (1 - scale);
      context.drawImage(drawn.image, left, top, width * scale, height * scale);
    });
  }

  /** The size of a position: as in a picture of this size, and larger when it is enlarged. */
  #dot() {
    const { width, height } = this.canvas;
    const fitting = Math.min(width, height) / 2 / EDGE;
    const zoom = Math.sqrt(this.view.scale / fitting);
    return Math.max(1, Math.min(width / 60, ((0.6 * width) / Math.sqrt(this.map?.states ?? 1)) * zoom));
  }

  #exact() {
    const { context, map, rings, links, colours } = this;
    const { width, height } = this.canvas;
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    if (!map || !rings || !links || !colours || width === 0) return;
    context.fillStyle = BACKGROUND;
    context.fillRect(0, 0, width, height);
    const dot = this.#dot();
    const inside = (/** @type {number} */ x, /** @type {number} */ y) =>
      x >= -dot && y >= -dot && x <= width + dot && y <= height + dot;
    context.lineWidth = Math.max(0.4, dot / 5);
    context.globalAlpha = 0.35;
    links.forEach((pairs, ring) => {
      context.beginPath();
      for (const [a, b] of pairs) {
        const [x, y] = this.toCanvas(a);
        const [u, v] = this.toCanvas(b);
        if (Math.max(a, b) >= this.shown || (!inside(x, y) && !inside(u, v))) continue;
        context.moveTo(x, y);
        context.lineTo(u, v);
      }
      context.strokeStyle = colours[ring];
      context.stroke();
    });
    context.globalAlpha = 0.9;
    rings.forEach((positions, ring) => {
      context.fillStyle = colours[ring];
      context.beginPath();
      for (const at of positions) {
        const [x, y] = this.toCanvas(at);
        if (at >= this.shown || !inside(x, y)) continue;
        if (dot > 3) {
          context.moveTo(x + dot / 2, y);
          context.arc(x, y, dot / 2, 0, 2 * Math.PI);
        } else context.rect(x - dot / 2, y - dot / 2, dot, dot);
      }
      context.fill();
    });
    this.#path(map.path);
    const image = this.drawn?.image ?? document.createElement("canvas");
    image.width = width;
    image.height = height;
    image.getContext("2d", { alpha: false })?.drawImage(this.canvas, 0, 0);
    this.drawn = { image, view: { ...this.view } };
  }

  /** Draws the player's way, and rings where it is now and what is selected. @param {number[]} path */
  #path(path) {
    const { context } = this;
    const fine = Math.min(2, devicePixelRatio);
    context.globalAlpha = 1;
    context.strokeStyle = "#fff";
    context.lineWidth = 1.8 * fine;
    context.lineJoin = "round";
    context.beginPath();
    for (const at of path) context.lineTo(...this.toCanvas(at));
    context.stroke();
    const ring = (/** @type {number} */ at, /** @type {number} */ radius, /** @type {string} */ stroke) => {
      context.strokeStyle = stroke;
      context.beginPath();
      context.arc(...this.toCanvas(at), radius * fine, 0, 2 * Math.PI);
      context.stroke();
    };
    if (path.length > 0) ring(path[path.length - 1], 6, "#fff");
    if (this.selected !== null) ring(this.selected, 9, "#ffd666");
  }
}

// The sounds of a game of PuzzleScript, and what of them a move plays.

import { playSeed } from "../lib/seeded-sound.js";
import { opened } from "./source-file.js";
import { linesOf, plain } from "./source-lines.js";

/** Sounds of a move that are played, at most. */
const AT_ONCE = 4;

/** The words of a line, without its comments. @param {string} code */
const words = (code) => plain(code).toLowerCase().split(/\s+/);

/** Where each object is. @param {Scene} scene @returns {Map<string, Set<number>>} */
function places({ stacks = [], sheet }) {
  const names = sheet?.sprites.map(({ name }) => name.toLowerCase()) ?? [];
  /** @type {Map<string, Set<number>>} */
  const all = new Map(names.map((name) => [name, new Set()]));
  stacks.forEach((stack, cell) => stack.forEach((sprite) => all.get(names[sprite])?.add(cell)));
  return all;
}

export class GameSounds {
  /** What the legend calls several objects. @type {Map<string, string[]>} */
  #legend = new Map();
  /** The numbers of events. @type {Map<string, number>} */
  #events = new Map();
  /** Sounds of objects. @type {{name: string, verb: string, seed: number}[]} */
  #objects = [];
  /** The events in rules, by line from 1. @type {Map<number, string[]>} */
  #rules = new Map();

  /** @param {string} source */
  constructor(source) {
    for (const [at, { section, code, heading }] of linesOf(source).entries()) {
      const all = words(code);
      if (heading || all[0] === "") continue;
      if (section === "legend" && all[1] === "=") {
        this.#legend.set(
          all[0],
          all.slice(2).filter((word) => !/^(and|or)$/.test(word)),
        );
      } else if (section === "sounds") {
        const seed = Number(all[all.length - 1]);
        if (!(seed >= 0)) continue;
        if (all.length === 2) this.#events.set(all[0], seed);
        else this.#objects.push({ name: all[0], verb: all[1], seed });
      } else if (section === "rules") {
        const effects = all.filter((word) => /^sfx\d+$/.test(word));
        if (effects.length > 0) this.#rules.set(at + 1, effects);
      }
    }
  }

  /** The objects of a name. @param {string} name @param {number} [depth] @returns {string[]} */
  #named(name, depth = 9) {
    const parts = depth > 0 && this.#legend.get(name);
    return parts ? parts.flatMap((part) => this.#named(part, depth - 1)) : [name];
  }

  /** Plays the sound of an event, if it has one. @param {string} event */
  event(event) {
    const seed = this.#events.get(event);
    if (seed !== undefined) playSeed(seed);
  }

  /** Plays what belongs to a change. @param {string} how its cause @param {Position} before @param {Position} after */
  changed(how, before, after) {
    if (how !== "move") return this.event(how);
    const [was, is] = [places(before.scene), places(after.scene)];
    const happened = (/** @type {string} */ verb, /** @type {string} */ name) => {
      const [old, now] = [was.get(name) ?? new Set(), is.get(name) ?? new Set()];
      const come = [...now].filter((cell) => !old.has(cell)).length;
      const gone = old.size + come - now.size;
      if (verb === "move") return come > 0 && gone > 0;
      return verb === "create" ? come > gone : verb === "destroy" && gone > come;
    };
    const events = (after.acted ?? []).flatMap((line) => this.#rules.get(line) ?? []);
    if (after.said?.length) events.push("showmessage");
    if (after.standing === "solved") events.push("endlevel");
    const seeds = new Set([
      ...events.flatMap((event) => this.#events.get(event) ?? []),
      ...this.#objects.flatMap(({ name, verb, seed }) =>
        this.#named(name).some((object) => happened(verb, object)) ? seed : [],
      ),
    ]);
    for (const seed of [...seeds].slice(0, AT_ONCE)) playSeed(seed);
  }

  /** Plays what belongs to a key that does nothing, of objects that are where the hero is. @param {Scene} scene */
  refused(scene) {
    const at = scene.pieces.find(({ role }) => role === "hero")?.cells[0] ?? -1;
    const here = [...places(scene)].filter(([, cells]) => cells.has(at)).map(([name]) => name);
    for (const { name, verb, seed } of this.#objects)
      if (verb === "cantmove" && this.#named(name).some((object) => here.includes(object))) playSeed(seed);
  }
}

/**
 * The sounds of a game in the text of its file; null if it is no such game.
 * @param {Position} position
 * @param {string | null | undefined} key of the source in the file
 */
export const soundsOf = ({ text }, key) => (key ? new GameSounds(opened(text, key).source) : null);

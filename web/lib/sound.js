// Sounds of play, made when they are needed. They are off until the player asks for them.

import { preference, setPreference } from "./preferences.js";

/**
 * The notes of each sound: the pitch in Hz, and after how many seconds it begins.
 * @type {Record<"move" | "refused" | "solved", [number, number][]>}
 */
const SOUNDS = {
  move: [[440, 0]],
  refused: [
    [165, 0],
    [147, 0.08],
  ],
  solved: [
    [523, 0],
    [659, 0.11],
    [784, 0.22],
    [1047, 0.33],
  ],
};
/** How long a note takes to fade, in seconds, and how loud it begins; 1 is as loud as can be. */
const [FADE, LOUD] = [0.18, 0.12];

/** @type {AudioContext | null} */
let player = null;

/** Whether the player wants to hear anything. */
export const heard = () => preference("sound") === "on";

/** Turns the sounds on or off. @param {boolean} on */
export function turn(on) {
  setPreference("sound", on ? "on" : "off");
  play("move");
}

/** What plays sounds; null if none are wanted, or the device has none. */
export function audio() {
  if (!heard()) return null;
  try {
    player ??= new AudioContext();
    return player;
  } catch {
    // A device without sound is silent; the game goes on.
    return null;
  }
}

/** @param {keyof typeof SOUNDS} sound */
export function play(sound) {
  const player = audio();
  if (!player) return;
  for (const [pitch, after] of SOUNDS[sound]) {
    const begin = player.currentTime + after;
    const note = new OscillatorNode(player, { type: "triangle", frequency: pitch });
    const volume = new GainNode(player, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + FADE);
    note.connect(volume).connect(player.destination);
    note.start(begin);
    note.stop(begin + FADE);
  }
}

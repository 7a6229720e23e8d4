// Sounds that a number stands for, as games write them: its last digits are the kind, the rest how it is.

import { audio } from "./sound.js";

/**
 * The kinds, in the order that the numbers mean: the wave, the pitch in Hz from and to which it is drawn, by how much it
 * changes until the end, and how many seconds it lasts.
 * @type {[wave: OscillatorType | "noise", low: number, high: number, to: number, length: number][]}
 */
const KINDS = [
  ["square", 500, 1000, 1.4, 0.25], // a coin
  ["sawtooth", 800, 1800, 0.2, 0.2], // a shot
  ["noise", 300, 900, 0.2, 0.5], // a bang
  ["square", 250, 600, 2, 0.4], // a rise
  ["sawtooth", 200, 600, 0.4, 0.15], // a hit
  ["square", 250, 500, 2, 0.2], // a jump
  ["square", 350, 1000, 1, 0.08], // a tick
  ["noise", 250, 700, 0.7, 0.15], // a push
  ["triangle", 200, 1200, 0.8, 0.25], // anything
  ["sine", 900, 2200, 1.5, 0.15], // a bird
];
const LOUD = 0.1;

/** Numbers from 0 to 1 that another number begets. @param {number} seed */
const chance = (seed) => () => {
  seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
  return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
};

/** @param {AudioContext} player @param {number} length in seconds */
function noise(player, length) {
  const buffer = player.createBuffer(1, Math.ceil(length * player.sampleRate), player.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return new AudioBufferSourceNode(player, { buffer });
}

/** Plays the sound of a number, if sounds are heard. @param {number} seed */
export function playSeed(seed) {
  const player = audio();
  if (!player) return;
  const [wave, low, high, change, lasts] = KINDS[(seed % 100) % KINDS.length];
  const next = chance(Math.floor(seed / 100));
  const pitch = low + (high - low) * next();
  const length = lasts * (0.7 + 0.6 * next());
  const [begin, end] = [player.currentTime, player.currentTime + length];
  const to = pitch * change ** (0.5 + next());
  const volume = new GainNode(player, { gain: LOUD });
  volume.gain.setValueAtTime(LOUD, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(player.destination);
  const [source, sweep, last] =
    wave === "noise"
      ? (() => {
          const filter = new BiquadFilterNode(player, { type: "lowpass", frequency: pitch });
          return /** @type {const} */ ([noise(player, length), filter.frequency, filter]);
        })()
      : (() => {
          const tone = new OscillatorNode(player, { type: wave, frequency: pitch });
          return /** @type {const} */ ([tone, tone.frequency, null]);
        })();
  sweep.setValueAtTime(pitch, begin);
  // A coin has two pitches, the others glide.
  if (change === 1.4) sweep.setValueAtTime(to, begin + length / 3);
  else sweep.exponentialRampToValueAtTime(to, end);
  if (last) source.connect(last).connect(volume);
  else source.connect(volume);
  source.start(begin);
  source.stop(end);
}

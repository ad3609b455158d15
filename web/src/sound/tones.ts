/** What each sound is made of: tones as data, so that nothing has to be downloaded. */
import type { SoundGroup } from '../settings/schema';

type Wave = 'sine' | 'triangle' | 'square' | 'noise';

/** One tone: when it begins and how long it lasts (seconds), how high (Hz) and how loud (0 to 1). */
export interface Tone {
  at: number;
  lasts: number;
  hz: number;
  /** Where the pitch glides to; it stays if left out. */
  to?: number;
  gain: number;
  wave: Wave;
  /** Seconds until it is at its loudest; short is a knock, long a breath. */
  attack?: number;
  /** Overtones as multiples of the pitch, each with its share of the loudness. */
  over?: [number, number][];
}

export interface Sound {
  group: SoundGroup;
  tones: Tone[];
  /** Vibration in milliseconds: on, off, on … */
  buzz?: number[];
  /** Only while the page is in the background. */
  hidden?: boolean;
}

const tick = (hz: number, lasts: number, gain: number): Tone[] => [
  { at: 0, lasts, hz, to: hz * 0.7, gain, wave: 'triangle', attack: 0.002 },
  { at: 0, lasts: lasts * 0.4, hz: 2400, gain: gain * 0.4, wave: 'noise', attack: 0.001 },
];
const notes = (pitches: number[], apart: number, lasts: number, gain: number): Tone[] =>
  pitches.map((hz, n) => ({
    at: n * apart,
    lasts,
    hz,
    gain,
    wave: 'sine',
    attack: 0.012,
    over: [[2, 0.25]],
  }));

/** Every sound by its name. */
export const SOUNDS: Record<string, Sound> = {
  pick: { group: 'moves', tones: tick(520, 0.06, 0.35), buzz: [8] },
  turn: {
    group: 'moves',
    tones: [430, 520].flatMap((hz, n) =>
      tick(hz, 0.02, 0.2).map((tone) => ({ ...tone, at: n * 0.02 })),
    ),
  },
  place: {
    group: 'moves',
    tones: [
      { at: 0, lasts: 0.14, hz: 190, to: 110, gain: 0.7, wave: 'sine', attack: 0.002 },
      { at: 0, lasts: 0.03, hz: 1800, gain: 0.35, wave: 'noise', attack: 0.001 },
    ],
    buzz: [14],
  },
  blocked: {
    group: 'moves',
    tones: [{ at: 0, lasts: 0.08, hz: 120, to: 90, gain: 0.5, wave: 'triangle', attack: 0.002 }],
    buzz: [10, 30, 10],
  },
  fanfare: { group: 'lines', tones: notes([523, 659, 784], 0.16, 0.38, 0.35), buzz: [12, 40, 12] },
  'your-turn': { group: 'turn', tones: notes([587, 784], 0.15, 0.2, 0.35), hidden: true },
  clock: {
    group: 'clock',
    tones: [
      { at: 0, lasts: 0.09, hz: 70, gain: 0.6, wave: 'sine', attack: 0.005 },
      { at: 0.16, lasts: 0.09, hz: 62, gain: 0.4, wave: 'sine', attack: 0.005 },
    ],
  },
  flip: {
    group: 'moves',
    tones: [{ at: 0, lasts: 0.2, hz: 900, to: 3200, gain: 0.3, wave: 'noise', attack: 0.08 }],
  },
  match: { group: 'result', tones: notes([392, 494, 587], 0, 0.5, 0.25) },
  nomatch: { group: 'result', tones: notes([147], 0, 0.5, 0.4) },
  drop: { group: 'result', tones: notes([98, 117, 147], 0, 0.6, 0.3), buzz: [40] },
  join: { group: 'table', tones: notes([392, 587], 0.1, 0.1, 0.3) },
  leave: { group: 'table', tones: notes([587, 392], 0.1, 0.1, 0.3) },
  win: { group: 'result', tones: notes([392, 494, 587, 784], 0.2, 0.55, 0.28) },
  end: { group: 'result', tones: notes([440, 392, 330], 0.28, 0.6, 0.25) },
};

// A pentatonic scale: any sequence sounds good.
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2];

type Timbre = Pick<Tone, 'hz' | 'gain' | 'wave' | 'attack' | 'over'>;
const timbre = (
  hz: number,
  gain: number,
  wave: Wave,
  attack: number,
  ...over: [number, number][]
): Timbre => ({ hz, gain, wave, attack, over });

/** An instrument for each colour, so that players can tell a line by ear. */
const TIMBRES: Record<string, Timbre> = {
  red: timbre(262, 0.5, 'sine', 0.003, [4, 0.3]), // marimba
  green: timbre(330, 0.4, 'triangle', 0.004, [5.4, 0.15]), // kalimba
  blue: timbre(523, 0.3, 'sine', 0.006, [2.76, 0.35], [5.4, 0.15]), // glass
  orange: timbre(294, 0.35, 'square', 0.001, [2.5, 0.4]), // wood block
  yellow: timbre(587, 0.25, 'sine', 0.002, [2.4, 0.5], [4.5, 0.25]), // bell
  purple: timbre(392, 0.35, 'sine', 0.03, [2, 0.12], [3, 0.05]), // flute
};

function line(colour: string, length: number): Sound | null {
  const timbre = TIMBRES[colour];
  if (!timbre) return null;
  const tones = SCALE.slice(0, Math.max(1, Math.min(length, SCALE.length))).map((step, n) => ({
    ...timbre,
    at: n * 0.07,
    lasts: 0.09,
    hz: timbre.hz * step,
  }));
  return { group: 'lines', tones };
}

/** The n-th of things that go well, from 1: each is a step higher than the one before. */
function rise(n: number): Sound {
  const step = (SCALE[(n - 1) % 5] ?? 1) * 2 ** Math.floor((n - 1) / 5);
  return { group: 'lines', tones: notes([392 * step, 494 * step], 0.06, 0.32, 0.28), buzz: [10] };
}

/** A heartbeat before something risky: louder and higher with the risk in tenths; none below two. */
function heart(tenths: number): Sound | null {
  if (tenths < 2) return null;
  const gain = Math.min(0.7, 0.2 + 0.06 * tenths);
  const hz = 52 + 3 * tenths;
  return {
    group: 'moves',
    tones: [0, 0.13].map((at, n) => ({
      at,
      lasts: 0.11,
      hz: hz - 6 * n,
      gain: gain * (1 - 0.3 * n),
      wave: 'sine',
      attack: 0.006,
    })),
  };
}

const SERIES: Record<string, (n: number) => Sound | null> = { rise, heart };

/**
 * Look a sound up: a name of the table, `line-COLOUR-LENGTH`, `rise-N` or `heart-TENTHS`; null if
 * there is none.
 */
export function soundOf(name: string): Sound | null {
  const [, colour, length] = /^line-([a-z]+)-(\d+)$/.exec(name) ?? [];
  if (colour) return line(colour, Number(length));
  const [, kind = '', n] = /^([a-z]+)-(\d+)$/.exec(name) ?? [];
  return SERIES[kind]?.(Number(n)) ?? SOUNDS[name] ?? null;
}

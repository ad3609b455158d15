/** The stored settings: their defaults, and how to read them back, valid or not. */
import { writeJson } from '../kit/browserStorage';

/** The groups of sounds that can be switched off separately. */
export const SOUND_GROUPS = ['moves', 'lines', 'turn', 'clock', 'table', 'result'] as const;
export type SoundGroup = (typeof SOUND_GROUPS)[number];

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** Tiles filled with their colour, instead of a symbol on dark ground. */
  solid: boolean;
  /** A letter on each symbol. */
  letters: boolean;
  /** Size of text and everything else, in per cent. */
  text: number;
  highContrast: boolean;
  motion: 'auto' | 'full' | 'less';
  volume: number;
  sounds: Record<SoundGroup, boolean>;
  haptics: boolean;
  /** What confirms a move: the button, a second tap, or a double click. */
  confirm: 'button' | 'tap' | 'double';
  /** Phone: the buttons on the left. */
  lefty: boolean;
  drag: boolean;
  /** Single keys act at the table (SC 2.1.4 asks that they can be switched off). */
  keys: boolean;
  /** 0: no animation, 1: normal, 2: twice as fast. */
  speed: number;
  /** The assist level of new tables. */
  assist: number;
  /** The browser notifies of one's turn; and whether a table has offered that already. */
  notify: boolean;
  notifyOffered: boolean;
  /** Bots show no emotes. */
  quietBots: boolean;
  language: 'auto' | 'en' | 'de' | 'nl';
}

const KEY = 'hexade.settings';

/** The settings at the first visit. */
export function defaults(): Settings {
  const sounds = Object.fromEntries(SOUND_GROUPS.map((group) => [group, true]));
  return {
    theme: 'auto',
    solid: false,
    letters: false,
    text: 100,
    highContrast: false,
    motion: 'auto',
    volume: 60,
    sounds: sounds as Record<SoundGroup, boolean>,
    haptics: true,
    confirm: 'button',
    lefty: false,
    drag: true,
    keys: true,
    speed: 1,
    assist: 2,
    notify: false,
    notifyOffered: false,
    quietBots: false,
    language: 'auto',
  };
}

/** The possible values of the settings with few. */
export const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  text: [90, 100, 115, 130, 150, 200],
  motion: ['auto', 'full', 'less'],
  confirm: ['button', 'tap', 'double'],
  speed: [0, 1, 2],
  assist: [0, 1, 2, 3],
  language: ['auto', 'en', 'de', 'nl'],
} as const;

function fits(name: string, value: unknown, usual: unknown): boolean {
  if (name in CHOICES)
    return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value);
  if (name === 'volume') return typeof value === 'number' && value >= 0 && value <= 100;
  return typeof value === typeof usual && value !== null;
}

/** Parse settings; missing and invalid values keep their defaults. */
export function parse(text: string | null): Settings {
  const made = defaults();
  let found: Record<string, unknown> = {};
  try {
    found = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return made;
  }
  for (const [name, usual] of Object.entries(made)) {
    if (name === 'sounds' || !fits(name, found[name], usual)) continue;
    Object.assign(made, { [name]: found[name] });
  }
  const sounds = (found.sounds ?? {}) as Record<string, unknown>;
  for (const group of SOUND_GROUPS) made.sounds[group] = sounds[group] !== false;
  return made;
}

/** Read this browser's settings, or the defaults if it stores none. */
export function read(): Settings {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return defaults();
  }
}

/** Store the settings in this browser; where storage is blocked, they last for this visit. */
export const write = (settings: Settings): boolean => writeJson(KEY, settings);

/**
 * The eight opponents: each is one of the levels of play, with a name, an animal and small emotes.
 * Programs and servers know the levels alone.
 */
import { BOT_ANIMALS, levelOf } from '../kit/avatars';
import { t } from '../kit/i18n.svelte';

/** When a bot shows an emote: its own great move, somebody else's, its mishap, and the end. */
export type Moment = 'proud' | 'impressed' | 'unlucky' | 'won' | 'lost';

export interface Character {
  /** Its key on the server. */
  bot: string;
  /** From 1. */
  level: number;
  name: string;
  animal: string;
  emotes: Record<Moment, string>;
}

const NAMES = ['Pip', 'Momo', 'Kiki', 'Bruno', 'Hazel', 'Sly', 'Ada', 'Ember'];
const SHOWS: [proud: string, impressed: string, unlucky: string, won: string, lost: string][] = [
  ['grinning-face', 'astonished-face', 'astonished-face', 'party-popper', 'clapping-hands'],
  ['yawning-face', 'thinking-face', 'yawning-face', 'grinning-face', 'yawning-face'],
  [
    'star-struck',
    'astonished-face',
    'face-with-tears-of-joy',
    'party-popper',
    'face-with-tears-of-joy',
  ],
  ['flexed-biceps', 'clapping-hands', 'thinking-face', 'flexed-biceps', 'handshake'],
  ['sparkles', 'thinking-face', 'astonished-face', 'sparkles', 'clapping-hands'],
  ['smirking-face', 'face-with-monocle', 'thinking-face', 'smirking-face', 'astonished-face'],
  ['face-with-monocle', 'clapping-hands', 'thinking-face', 'handshake', 'clapping-hands'],
  ['fire', 'clapping-hands', 'face-with-tears-of-joy', 'folded-hands', 'folded-hands'],
];

/** All opponents, the gentlest first. */
export const CHARACTERS: readonly Character[] = NAMES.map((name, n) => {
  const [proud, impressed, unlucky, won, lost] = SHOWS[n] ?? ['', '', '', '', ''];
  return {
    bot: `level${n + 1}`,
    level: n + 1,
    name,
    animal: BOT_ANIMALS[n] ?? '',
    emotes: { proud, impressed, unlucky, won, lost },
  };
});

/** Return the opponent of a level, from 1. */
export const atLevel = (level: number): Character | undefined => CHARACTERS[level - 1];

/** Return who a bot is; undefined for one without a level. */
export const characterOf = (bot?: string | null): Character | undefined => atLevel(levelOf(bot));

/** Return the word for a level: "Beginner". */
export const levelWord = (level: number): string => t(`bots.level.${level}`);

/**
 * Return an opponent's temper in one line: in the words of a game where its levels have tastes,
 * else in those for all games, which speak only of how often somebody errs.
 */
export function temperOf({ level }: Character, game: string): string {
  const key = `${game}.temper.${level}`;
  const own = t(key);
  return own === key ? t(`bots.temper.${level}`) : own;
}

/**
 * Return bots for some seats, the wanted one first and then those nearest to its level, the gentler
 * one first: nobody sits at a table twice. Bots without a level are all alike.
 */
export function lineUp(wanted: string, seats: number, taken: readonly string[] = []): string[] {
  const first = levelOf(wanted);
  if (!first) return Array.from({ length: seats }, () => wanted);
  const there = new Set(taken.map(levelOf));
  const near = CHARACTERS.filter(({ level }) => !there.has(level)).toSorted(
    (one, other) => Math.abs(one.level - first) - Math.abs(other.level - first),
  );
  return Array.from({ length: seats }, (_, n) => {
    const found = near[n];
    return !found || found.level === first ? wanted : found.bot;
  });
}

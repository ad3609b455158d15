/** The animals that players choose from, those of the bots, and the emotes of the chat. */
import own from './drawings.json';

/** The avatar of a bot that has none. */
const BOT = 'robot';
/** The animals of the bots' levels, the weakest first: nobody else can choose them. */
export const BOT_ANIMALS = [
  'hatching-chick',
  'sloth',
  'parrot',
  'beaver',
  'chipmunk',
  'crab',
  'eagle',
  'dragon-face',
] as const;
export const EMOTES = [
  'clapping-hands',
  'face-with-tears-of-joy',
  'thinking-face',
  'astonished-face',
  'fire',
  'party-popper',
] as const;
/** What only bots show, beside those. */
export const BOT_EMOTES = [
  'grinning-face',
  'yawning-face',
  'star-struck',
  'flexed-biceps',
  'sparkles',
  'smirking-face',
  'face-with-monocle',
  'folded-hands',
  'handshake',
] as const;

const others = new Set<string>([...EMOTES, ...BOT_EMOTES, ...BOT_ANIMALS, BOT]);
export const ANIMALS: readonly string[] = own.names.filter((name) => !others.has(name));

/** The level of a bot by its key on the server, from 1; 0 for a bot without one. */
export function levelOf(bot?: string | null): number {
  if (bot === 'champion') return BOT_ANIMALS.length;
  const level = Number(/^level(\d)$/.exec(bot ?? '')?.[1] ?? 0);
  return level <= BOT_ANIMALS.length ? level : 0;
}

/** Return the animal of a bot by its key; those without a level are robots. */
export const botAnimal = (bot?: string | null): string => BOT_ANIMALS[levelOf(bot) - 1] ?? BOT;

/** Return the animal to draw for whoever has a seat. */
export const animalOf = (seat?: { avatar?: string | null; bot?: string | null }): string =>
  seat?.bot ? botAnimal(seat.bot) : animal(seat?.avatar ?? '');

/** Return the animal to draw for an avatar's name. */
export const animal = (avatar: string, bot = false): string => {
  if (bot) return (BOT_ANIMALS as readonly string[]).includes(avatar) ? avatar : BOT;
  return ANIMALS.includes(avatar) ? avatar : 'owl';
};

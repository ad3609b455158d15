/** The animals that players choose from, and the emotes of the chat. */
import own from './drawings.json';

/** The avatar of a bot that has none. */
const BOT = 'robot';
export const EMOTES = [
  'clapping-hands',
  'face-with-tears-of-joy',
  'thinking-face',
  'astonished-face',
  'fire',
  'party-popper',
] as const;

const others = new Set<string>([...EMOTES, BOT]);
export const ANIMALS: readonly string[] = own.names.filter((name) => !others.has(name));

/** Return the animal to draw for whoever has a seat. */
export const animalOf = (seat?: { avatar?: string | null; bot?: string | null }): string =>
  animal(seat?.avatar ?? '', Boolean(seat?.bot));

/** Return the animal to draw for an avatar's name. */
export const animal = (avatar: string, bot = false): string =>
  ANIMALS.includes(avatar) ? avatar : bot ? BOT : 'owl';

/** Which lessons there are: solo, team and duel are played for something else than the base game. */
import type { Agreed } from '../../wire/messages';

export const LESSONS = ['', 'solo', 'team', 'duel'];

/** The one that a table has. */
export const lessonOf = ({ variant }: Agreed): string =>
  LESSONS.find((one) => one === variant) ?? '';

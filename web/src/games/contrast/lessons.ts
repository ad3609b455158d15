/** Which lessons there are: two players are a team and have another aim (F10). */
import type { Agreed } from '../../wire/messages';

export const LESSONS = ['', 'team'];

/** The one that a table has. */
export const lessonOf = ({ seats }: Agreed): string => (seats === 2 ? 'team' : '');

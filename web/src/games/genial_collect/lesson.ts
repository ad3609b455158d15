/** What a first game shows: the goal, the first tile, the risk, stopping, and what is lost. */
import type { Lesson } from '../contract';

const says = (key: string): string => `genial_collect.lesson.${key}`;

const TURN = '[data-turn]';
// Whoever goes on or stops has read what was said of both.
const DECIDES = ['turn_up', 'stop'];

const lesson: Lesson = ({ assist = 2 }) => [
  { says: says('goal'), at: ['goal'] },
  {
    says: says('turnUp'),
    until: [{ sight: TURN, says: says('turnUp.wait') }],
    at: ['turnUp', 'pile'],
    deed: 'turn_up',
  },
  { says: says(assist ? 'odds' : 'odds.pure'), at: ['bays'], passes: DECIDES },
  {
    says: says('stop'),
    until: [{ sight: '[data-lesson="stop"]', says: says('stop.wait') }],
    at: ['stop', 'tray'],
    passes: DECIDES,
  },
  { says: says('bad'), at: ['tray'], passes: 'turn_up' },
  { says: says('end'), at: ['goal'], passes: 'turn_up' },
];

export default lesson;

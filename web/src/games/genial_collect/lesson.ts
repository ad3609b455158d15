/** What a first game shows: the goal, the first tile, the risk, stopping, and what is lost. */
import type { Lesson } from '../contract';

const says = (key: string): string => `genial_collect.lesson.${key}`;

const TURN = '[data-turn]';

const lesson: Lesson = ({ assist = 2 }) => [
  { says: says('goal'), at: ['goal'] },
  {
    says: says('turnUp'),
    until: [{ sight: TURN, says: says('turnUp.wait') }],
    at: ['turnUp', 'pile'],
    deed: 'turn_up',
  },
  { says: says(assist ? 'odds' : 'odds.pure'), at: ['bays'] },
  {
    says: says('stop'),
    until: [{ sight: '[data-lesson="stop"]', says: says('stop.wait') }],
    at: ['stop', 'tray'],
  },
  { says: says('bad'), at: ['tray'] },
  { says: says('end'), at: ['goal'] },
];

export default lesson;

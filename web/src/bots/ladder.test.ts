import { describe, expect, it } from 'vitest';
import type { KeptGame } from '../stats/game';
import { CHARACTERS, lineUp } from './characters';
import {
  beatenBy,
  climbs,
  isBeaten,
  ladderOf,
  newClimb,
  newsOf,
  nextRung,
  rungOf,
  suggestion,
} from './ladder';
import { adviceText, newsText, suggestedNext } from './news';
import { ANIMALS, BOT_ANIMALS } from '../kit/avatars';

let clock = 0;
const game = (level: number, won: boolean | null, more: Partial<KeptGame> = {}): KeptGame => ({
  id: `T.${++clock}`,
  at: clock,
  game: 'toy',
  variant: 'base',
  players: [
    { name: 'Nina', avatar: 'fox', bot: null },
    { name: 'x', avatar: '', bot: `level${level}` },
  ],
  me: 0,
  ranks: won === null ? [1, 1] : won ? [1, 2] : [2, 1],
  points: [],
  ...more,
});
const after = (...games: KeptGame[]) => climbs(games)[ladderOf('toy', 'base')] ?? newClimb();
const W = true;
const L = false;

describe('the ladder', () => {
  it('starts at the first rung', () => {
    expect(rungOf(newClimb())).toBe(1);
    expect(beatenBy(newClimb())).toBe(0);
  });

  it('climbs after two wins, in a row or not', () => {
    expect(rungOf(after(game(1, W)))).toBe(1);
    expect(rungOf(after(game(1, W), game(1, L), game(1, W)))).toBe(2);
  });

  it('counts wins against somebody higher as soon as one gets there', () => {
    const early = [game(2, W), game(2, W), game(1, W)];
    expect(rungOf(after(...early))).toBe(1);
    expect(rungOf(after(...early, game(1, W)))).toBe(3);
  });

  it('ends at the champion', () => {
    const all = CHARACTERS.flatMap(({ level }) => [game(level, W), game(level, W)]);
    expect(rungOf(after(...all))).toBe(8);
    expect(beatenBy(after(...all))).toBe(8);
    expect(beatenBy(after(...all.slice(0, -1)))).toBe(7);
  });

  it('knows the champion by either name', () => {
    const champion = game(8, W);
    if (champion.players[1]) champion.players[1].bot = 'champion';
    expect(after(champion).tallies[7]).toEqual({ won: 1, lost: 0 });
  });

  it('counts whole games of one against one, and neither wins nor losses for a draw', () => {
    expect(after(game(1, null)).tallies[0]).toEqual({ won: 0, lost: 0 });
    const none = [
      game(1, W, { from: true }),
      game(1, W, { me: null }),
      game(1, W, { players: [...game(1, W).players, { name: 'Jonas', avatar: '', bot: null }] }),
    ];
    expect(climbs(none)).toEqual({});
  });

  it('is another one for each game and variant', () => {
    const found = climbs([game(1, W), game(1, W, { variant: 'duel' }), game(1, L)]);
    expect(found['toy base']?.tallies[0]).toEqual({ won: 1, lost: 1 });
    expect(found['toy duel']?.tallies[0]).toEqual({ won: 1, lost: 0 });
    expect(isBeaten(found['toy base']?.tallies[0])).toBe(false);
  });

  it('does not care in which order games are kept', () => {
    const games = [game(1, W), game(1, W), game(2, L)];
    expect(climbs(games.toReversed())).toEqual(climbs(games));
  });
});

describe('the suggestion', () => {
  it('is the gentlest one at first', () => {
    expect(suggestion(newClimb())).toEqual({ level: 1, way: 'first' });
  });

  it('goes up after two wins in a row, down after two losses in a row', () => {
    expect(suggestion(after(game(3, W)))).toEqual({ level: 3, way: 'again' });
    expect(suggestion(after(game(3, W), game(3, W)))).toEqual({ level: 4, way: 'harder' });
    expect(suggestion(after(game(3, L), game(3, L)))).toEqual({ level: 2, way: 'easier' });
    expect(suggestion(after(game(3, W), game(3, L)))).toEqual({ level: 3, way: 'again' });
  });

  it('begins to count again against another opponent, and after a draw', () => {
    expect(suggestion(after(game(3, W), game(4, W)))).toEqual({ level: 4, way: 'again' });
    const drawn = after(game(3, W), game(3, null), game(3, W));
    expect(suggestion(drawn)).toEqual({ level: 3, way: 'again' });
  });

  it('stays on the ladder at both ends', () => {
    expect(suggestion(after(game(1, L), game(1, L))).level).toBe(1);
    expect(suggestion(after(game(8, W), game(8, W))).level).toBe(8);
  });
});

describe('what the last game changed', () => {
  const all = CHARACTERS.flatMap(({ level }) => [game(level, W), game(level, W)]);
  it('is said: who was beaten, and who is next', () => {
    expect(newsText(newClimb())).toBe('');
    expect(newsText(after(game(1, W)))).toBe('You beat Pip! Once more, and Momo is next.');
    expect(newsText(after(game(1, W), game(1, W)))).toBe('You beat Pip: Momo is next.');
    expect(newsText(after(...all.slice(0, 14), game(8, W)))).toMatch(/nobody is above you/);
    expect(newsText(after(...all))).toMatch(/all the others/);
  });
  it('promises nobody for a win above one’s rung', () => {
    const early = after(game(5, W));
    expect(newsOf(early)).toEqual({ key: 'early', level: 5, next: 0 });
    // Beaten for good up there, the one to play is still on one's own rung.
    expect(newsText(after(game(5, W), game(5, W)))).toBe('You beat Hazel: Pip is next.');
  });
  it('names the one who is met next: nobody who is beaten already', () => {
    const two = [game(2, W), game(2, W)];
    const once = after(...two, game(1, W));
    expect(newsOf(once)).toEqual({ key: 'once', level: 1, next: 3 });
    expect(newsText(once)).toBe('You beat Pip! Once more, and Kiki is next.');
    expect(newsText(after(...two, game(1, W), game(1, W)))).toBe('You beat Pip: Kiki is next.');
    const last = after(...all.slice(2), game(1, W));
    expect(nextRung(last)).toBe(0);
    expect(newsText(last)).toBe('You beat Pip! Once more, and nobody is above you.');
    expect(nextRung(after(...all))).toBe(0);
    expect(nextRung(newClimb())).toBe(2);
  });
  it('never names another one than the button', () => {
    const next = (...games: KeptGame[]) => suggestedNext(after(...games));
    const lucky = next(game(1, W), game(1, L), game(1, W));
    expect(lucky).toEqual({ level: 1, way: 'again', text: 'Pip again?', isNews: false });
    expect(next(game(1, W), game(1, W))).toMatchObject({
      level: 2,
      text: 'You beat Pip: Momo is next.',
    });
    expect(next(game(2, W), game(2, W), game(1, W), game(1, W))).toMatchObject({
      level: 2,
      text: 'Two wins in a row: Momo next time?',
    });
    expect(next(...all).text).toMatch(/all the others/);
    expect(next(game(1, L)).text).toBe('Pip won the last game. Another go?');
    expect(suggestedNext(newClimb()).text).toBe('Start with Pip, the gentlest.');
    // Every line of four games against the first three: whoever is named as next has the button.
    const ends = [1, 2, 3].flatMap((level) => [game(level, W), game(level, L)]);
    for (const one of ends)
      for (const two of ends)
        for (const three of ends)
          for (const four of ends) {
            const line = [one, two, three, four].map((end, n) => ({ ...end, at: n }));
            const climb = after(...line);
            const { level, text, isNews } = suggestedNext(climb);
            const name = CHARACTERS[level - 1]?.name ?? '';
            const promised = / (\w+) (?:is next\.|next time\?)$/.exec(text)?.[1];
            if (isNews && newsOf(climb)?.key === 'once')
              expect(text).toContain(`You beat ${name}!`);
            else if (promised) expect(promised).toBe(name);
          }
  });
  it('is said of a lost game and a draw, too', () => {
    expect(newsOf(after(game(1, W), game(2, L)))?.key).toBe('lost');
    expect(newsOf(after(game(2, null)))?.key).toBe('drawn');
    expect(adviceText(after(game(2, L)))).toBe('Momo won the last game. Another go?');
    expect(adviceText(after(game(2, W)))).toBe('Momo again?');
  });
});

describe('the opponents', () => {
  it('are eight, with animals that nobody else can choose', () => {
    expect(CHARACTERS.map(({ name }) => name).join(' ')).toBe(
      'Pip Momo Kiki Bruno Hazel Sly Ada Ember',
    );
    expect(BOT_ANIMALS.filter((animal) => ANIMALS.includes(animal))).toEqual([]);
    expect(ANIMALS).toHaveLength(20);
  });

  it('never sit at a table twice', () => {
    expect(lineUp('level3', 3)).toEqual(['level3', 'level2', 'level4']);
    expect(lineUp('level1', 3)).toEqual(['level1', 'level2', 'level3']);
    expect(lineUp('champion', 2)).toEqual(['champion', 'level7']);
    expect(lineUp('level3', 2, ['level3', 'level2'])).toEqual(['level4', 'level1']);
    expect(lineUp('random', 2)).toEqual(['random', 'random']);
  });
});

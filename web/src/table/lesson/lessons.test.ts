import { describe, expect, it } from 'vitest';
import type { GameHome, GamePage, Lesson, LessonStep } from '../../games/contract';
import type { Agreed } from '../../wire/messages';

type Words = Record<string, string>;
const lessons = import.meta.glob<Lesson>('../../games/*/lesson.ts', {
  eager: true,
  import: 'default',
});
const homes = import.meta.glob<GameHome>('../../games/*/home.ts', {
  eager: true,
  import: 'default',
});
const pages = import.meta.glob<GamePage>('../../games/*/index.ts', {
  eager: true,
  import: 'default',
});
const lists = import.meta.glob<string[]>('../../games/*/lessons.ts', {
  eager: true,
  import: 'LESSONS',
});
const words = import.meta.glob<Words>('../../games/*/words/*.json', {
  eager: true,
  import: 'default',
});
const sources = import.meta.glob<string>('../../games/**/*.svelte', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** All keys that a step may say. */
const saidBy = ({ says, until = [] }: LessonStep): string[] => [
  says,
  ...until.map((one) => one.says),
];

const folderOf = (path: string): string => path.replace(/[^/]+$/, '');

/** Everything that a table of a game could agree on, and numbers of seats that it does not have. */
function tables(folder: string): Agreed[] {
  const variants = homes[`${folder}home.ts`]?.cards.map(({ variant }) => variant) ?? [];
  return [null, ...variants].flatMap((variant) =>
    [1, 2, 3, 4, 5, 6].flatMap((seats) =>
      [0, 1, 2, 3].flatMap((assist) =>
        [1, 3].map((rounds) => ({ game: '', variant, seats, assist, options: { rounds } })),
      ),
    ),
  );
}

it('every game has a lesson', () => {
  expect(Object.keys(lessons).map(folderOf)).toEqual(Object.keys(pages).map(folderOf));
});

describe.each(Object.entries(lessons))('the lesson in %s', (path, lesson) => {
  const folder = folderOf(path);
  const all: LessonStep[][] = tables(folder).map((agreed) => lesson(agreed));

  it('is offered again at tables with another goal only', () => {
    const page = pages[`${folder}index.ts`];
    for (const assist of [0, 3])
      for (const rounds of [1, 3]) {
        const some = tables(folder).filter(
          (one) => one.assist === assist && one.options?.rounds === rounds,
        );
        const named = some.map((one) => page?.lessonOf?.(one) ?? '');
        const aims = some.map((one) => lesson(one)[0]?.says);
        const both = new Set(named.map((name, n) => `${name} ${aims[n]}`));
        expect(both.size, 'one aim to a name').toBe(new Set(named).size);
        expect(both.size, 'one name to an aim').toBe(new Set(aims).size);
        const all = lists[`${folder}lessons.ts`] ?? [''];
        expect([...new Set(named)].sort()).toEqual([...all].sort());
      }
  });

  it('goes on by playing from the first deed on', () => {
    for (const steps of all) {
      const first = steps.findIndex(({ sight, deed }) => sight || deed);
      const stays = steps
        .slice(first)
        .filter(({ sight, deed, passes }) => !sight && !deed && !passes);
      expect(stays.map(({ says }) => says)).toEqual([]);
    }
  });

  it('has at most six steps at any table, all different', () => {
    for (const steps of all) {
      const said = steps.map(({ says }) => says);
      expect(said.length).toBeLessThanOrEqual(6);
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it.each(['en', 'de', 'nl'])(
    'has short words for all of them in %s, and no others',
    (language) => {
      const known = words[`${folder}words/${language}.json`] ?? {};
      const said = new Set(all.flat().flatMap(saidBy));
      for (const key of said) {
        expect(known[key], key).toBeTruthy();
        expect(known[key]?.length, key).toBeLessThanOrEqual(165);
      }
      const lost = Object.keys(known).filter((key) => /\.lesson\./.test(key) && !said.has(key));
      expect(lost).toEqual([]);
    },
  );

  it('refers to elements that its page has', () => {
    const page = Object.entries(sources)
      .filter(([file]) => file.startsWith(folder) || file.includes('/games/shared/'))
      .map(([, text]) => text)
      .join('\n');
    const named = all
      .flat()
      .flatMap(({ at, sight, until = [] }) => [
        ...at,
        ...until.flatMap((one) => one.at ?? []),
        ...[
          ...[sight, ...until.map((one) => one.sight)].join(' ').matchAll(/data-lesson="(\w+)"/g),
        ].map((found) => found[1] ?? ''),
      ]);
    if (all.flat().some(({ until = [] }) => until.some(({ sight }) => sight === '[data-turn]')))
      expect(page).toContain('data-turn={');
    for (const name of new Set(named)) {
      const there = new RegExp(`data-lesson=("${name}"|\\{[^}]*'${name}')`);
      expect(there.test(page), name).toBe(true);
    }
  });
});

import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { language } from '../kit/i18n.svelte';
import { empty } from '../stats/digest';
import { played } from '../stats/kept.svelte';
import type { TableState } from '../wire/messages';
import { climbed, newClimb } from './ladder';
import NextOpponent from './NextOpponent.svelte';
import { opponentAt } from './opponent';

beforeAll(() => void (language.now = 'en'));
afterEach(() => void (played.digest = empty()));

const at = (bot: string | null, more: object = {}): TableState =>
  ({
    code: 'AB',
    game: 2,
    agreed: { game: 'toy', variant: 'base' },
    seats: [
      { name: 'Nina', avatar: 'fox' },
      { name: 'x', bot },
    ],
    ...more,
  }) as unknown as TableState;
const names = (): string[] =>
  screen.getAllByRole('button').map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? '');

describe('who comes next', () => {
  it('is easier, the same again, or harder; again is the rematch', async () => {
    const again = vi.fn();
    render(NextOpponent, { props: { table: at('level3'), seat: 0, again } });
    expect(names()).toEqual([
      'Easier Momo not met yet',
      'Again Kiki not met yet (suggested)',
      'Harder Bruno not met yet',
    ]);
    await fireEvent.click(screen.getByRole('button', { name: /^Again/ }));
    expect(again).toHaveBeenCalledOnce();
  });

  it('is suggested by the last results against this opponent', () => {
    const twice = climbed(climbed(newClimb(), 3, 'won'), 3, 'won');
    played.digest = { ...empty(), climbs: { 'toy base': twice } };
    render(NextOpponent, { props: { table: at('level3'), seat: 0, again: () => undefined } });
    expect(names()[2]).toBe('Harder Bruno not met yet (suggested)');
    expect(screen.getByText('Two wins in a row: Bruno next time?')).toBeTruthy();
    expect(screen.getByText('2–0 so far')).toBeTruthy();
  });

  it.each([true, false])('says what the game changed on the ladder (compact: %s)', (compact) => {
    played.digest = { ...empty(), climbs: { 'toy base': climbed(newClimb(), 1, 'won', 'AB.2') } };
    const again = (): void => undefined;
    render(NextOpponent, { props: { table: at('level1'), seat: 0, again, compact } });
    expect(screen.getByText('You beat Pip! Once more, and Momo is next.')).toBeTruthy();
  });

  it('says nothing of another game than the one that is over', () => {
    const climbs = { 'toy base': climbed(newClimb(), 1, 'won', 'AB.1') };
    played.digest = { ...empty(), climbs };
    render(NextOpponent, { props: { table: at('level1'), seat: 0, again: () => undefined } });
    expect(screen.queryByText(/You beat Pip/)).toBeNull();
  });

  it('stays on the ladder', () => {
    render(NextOpponent, { props: { table: at('level1'), seat: 0, again: () => undefined } });
    expect(names().map((name) => name.split(' ')[1])).toEqual(['Pip', 'Momo']);
    expect(screen.getByText('Nobody is easier')).toBeTruthy();
  });
});

it('there is one opponent only in whole games of one against one with a level', () => {
  expect(opponentAt(at('level3'), 0)).toBe('level3');
  expect(opponentAt(at('champion'), 0)).toBe('champion');
  expect(opponentAt(at('random'), 0)).toBeNull();
  expect(opponentAt(at(null), 0)).toBeNull();
  expect(opponentAt(at('level3'), null)).toBeNull();
  expect(opponentAt(at('level3', { from: { replay: 'A.1', v: 3 } }), 0)).toBeNull();
});

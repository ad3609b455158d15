import { render, screen } from '@testing-library/svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import { language } from '../kit/i18n.svelte';
import type { TableState } from '../wire/messages';
import Rematch from './Rematch.svelte';

beforeAll(() => void (language.now = 'en'));

const at = (...names: string[]): TableState =>
  ({
    agreed: { game: 'toy' },
    seats: names.map((name) => ({ name, avatar: 'fox', here: true })),
  }) as unknown as TableState;

describe('the rematch button', () => {
  it.each([
    [['Ada'], 'Play again'],
    [['Ada', 'Ben'], 'Rematch'],
  ])('for %s is called %s', (names, word) => {
    const rematch = (): void => undefined;
    render(Rematch, { props: { table: at(...names), seat: 0, phone: false, rematch } });
    expect(screen.getByRole('button', { name: word })).toBeTruthy();
  });
});

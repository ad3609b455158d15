import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { GamePage } from '../games/contract';
import type { TableState } from '../wire/messages';
import Headline from './Headline.svelte';

it('lists several winners as everywhere on the page', () => {
  const seats = ['Ada', 'Ben', 'Cem', 'Dan'].map((name) => ({ name, avatar: 'fox' }));
  const table = { agreed: {}, seats } as unknown as TableState;
  const result = { ranks: [1, 1, 1, 4] };
  const rest = { view: {}, tally: undefined, seat: null, phone: false, happy: false };
  render(Headline, { props: { page: {} as GamePage, table, result, ...rest } });
  expect(screen.getByRole('heading').textContent).toContain('Ada, Ben and Cem');
});

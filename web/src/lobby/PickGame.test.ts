import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { language } from '../kit/i18n.svelte';
import Logo from '../kit/Logo.svelte';
import type { Offer } from './gameCards';
import PickGame from './PickGame.svelte';

const offer = (title: string, seats: number[]): Offer =>
  ({
    card: { title, blurb: `About ${title}` },
    form: { variant: 'base', seats },
    Art: Logo,
  }) as unknown as Offer;

it('says in words for how many people a game is', () => {
  language.now = 'en';
  const offers = [offer('One', [2, 3, 4]), offer('Two', [1])];
  render(PickGame, { props: { offers, busy: false, pick: () => {} } });
  expect(screen.getByRole('button', { name: /^One About One 2–4 players$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Two About Two$/ })).toBeTruthy();
});

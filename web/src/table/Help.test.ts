import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { GamePage } from '../games/contract';
import { screen as size } from '../kit/screen.svelte';
import Help from './Help.svelte';

const page = { name: 'some', keys: [{ key: 'R', does: 'help.esc' }] } as unknown as GamePage;
const show = (phone: boolean): void => {
  vi.spyOn(size, 'phone', 'get').mockReturnValue(phone);
  vi.stubGlobal('matchMedia', () => ({ matches: phone }));
  render(Help, { props: { page, onhow: () => undefined, onclose: () => undefined } });
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('lists the keys where there is a keyboard', () => {
  show(false);
  expect(screen.getByText('R').tagName).toBe('KBD');
});

it('lists no keys on a phone, and still leads to the rules', () => {
  show(true);
  expect(document.querySelector('kbd')).toBeNull();
  expect(screen.getByText('All rules')).toBeTruthy();
  expect(screen.getByRole('heading', { hidden: true }).textContent).toBe('Help');
});

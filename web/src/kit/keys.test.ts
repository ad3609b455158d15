import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusGame, heardBy, nowhere, welcome } from './keys';

const at = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

/** Whether the game hears a key that is pressed on something. */
function hears(selector: string, key = '1'): boolean {
  let heard = false;
  const listen = (event: KeyboardEvent): void => void (heard = heardBy(at('.game'), event));
  addEventListener('keydown', listen);
  at(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  removeEventListener('keydown', listen);
  return heard;
}

beforeEach(() => {
  document.body.innerHTML = `<header><button></button></header>
    <section class="lesson" data-keys-through><button></button></section>
    <main id="main" tabindex="-1">
      <div class="game" tabindex="-1"><button></button></div><p><input /></p>
    </main>`;
});
afterEach(() => (document.body.innerHTML = ''));

describe('a game receives its keys', () => {
  it.each(['body', '#main', '.game', '.game button'])('from %s', (from) => {
    expect(hears(from)).toBe(true);
    expect(hears(from, 'Enter')).toBe(true);
  });

  it.each(['header button', 'input'])('not from %s', (from) => {
    expect(hears(from)).toBe(false);
  });

  it('from a panel that passes them on, except for those that the panel needs', () => {
    const keys = ['1', 'q', 'ArrowLeft', 'Enter', ' ', 'Escape', 'Tab'];
    expect(keys.filter((key) => hears('.lesson button', key))).toEqual(['1', 'q', 'ArrowLeft']);
  });
});

describe('the focus', () => {
  it('goes to the element of the game, or to the table if it has none', () => {
    focusGame();
    expect(document.activeElement).toBe(at('.game'));
    at('.game').removeAttribute('tabindex');
    focusGame();
    expect(document.activeElement).toBe(at('#main'));
    expect(nowhere(document.activeElement)).toBe(true);
  });

  it('goes to a game that appears, but is never taken from another element', () => {
    welcome(at('.game'));
    expect(document.activeElement).toBe(at('.game'));
    at('input').focus();
    welcome(at('.game'));
    expect(document.activeElement).toBe(at('input'));
  });
});

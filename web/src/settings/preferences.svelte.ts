/** The user's settings, stored in this browser and applied at once. */
import { LANGUAGES, language } from '../kit/i18n.svelte';
import { defaults, read, write, type Settings } from './schema';
import { chooseLanguage } from './language';
import './preferences.css';

export type { Settings } from './schema';

/** The settings in use; changing a field changes the page. */
export const settings = $state<Settings>(read());

const asks = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null;
const dark = asks('(prefers-color-scheme: dark)');
const still = asks('(prefers-reduced-motion: reduce)');
const system = $state({
  dark: dark?.matches ?? false,
  still: still?.matches ?? false,
  text: browserText(),
});

/** The browser's own size of text, as a multiple of the usual 16 px. */
function browserText(): number {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) && size > 0 ? size / 16 : 1;
}

/** The scale of text: our own setting times the browser's. */
export function enlarged(): number {
  return (settings.text / 100) * system.text;
}

/** The theme in use: the chosen one, or the system's. */
export function theme(): 'light' | 'dark' {
  if (settings.theme !== 'auto') return settings.theme;
  return system.dark ? 'dark' : 'light';
}

/** Whether animations are off: by our setting, the system's, or speed 0. */
export function calm(): boolean {
  if (settings.speed === 0 || settings.motion === 'less') return true;
  return settings.motion === 'auto' && system.still;
}

/** The duration of an animation of so many milliseconds, at the chosen speed. */
export function pace(ms: number): number {
  return calm() ? 0 : ms / Math.max(1, settings.speed);
}

/** Reset all settings to their defaults. */
export function reset(): void {
  Object.assign(settings, defaults());
}

// The language in the address counts until the user chooses another one.
const first = read().language;

function speak(): void {
  const address = settings.language === first ? location.search : '';
  language.now = chooseLanguage(LANGUAGES, address, settings.language, navigator.languages);
}

function show(): void {
  const page = document.documentElement;
  page.dataset.theme = theme();
  page.style.colorScheme = theme();
  page.style.setProperty('--zoom', String(enlarged()));
  page.toggleAttribute('data-calm', calm());
  page.toggleAttribute('data-clear', settings.highContrast);
  page.toggleAttribute('data-solid', settings.solid);
  page.toggleAttribute('data-letters', settings.letters);
  page.toggleAttribute('data-lefty', settings.lefty);
}

function readSystem(): void {
  system.dark = dark?.matches ?? false;
  system.still = still?.matches ?? false;
  system.text = browserText();
}

/** Apply the settings to the page and store them, from now on. */
export function follow(): void {
  dark?.addEventListener('change', readSystem);
  still?.addEventListener('change', readSystem);
  // No event reports a change of the browser's text size: we look when the window has the focus.
  addEventListener('focus', readSystem);
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (key === null || key === 'hexade.settings') Object.assign(settings, read());
  });
  $effect.root(() => {
    $effect.pre(show);
    $effect.pre(speak);
    // A language is in use only when its words have been loaded.
    $effect.pre(() => void (document.documentElement.lang = language.now));
    $effect.pre(() => void write($state.snapshot(settings)));
  });
}

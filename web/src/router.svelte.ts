/**
 * The router: the current address, its screen, and links followed without reloading the page.
 *
 * A server answers every address of the page. Plain files under any path have one document only:
 * there the address stands behind a `#`, as in `hexade/#/learn`.
 */
import { HAS_SERVER } from './wire/server';

/** The part of an address that the screens know, from that of the browser. */
export function within(url: { pathname: string; search: string; hash: string }): string {
  if (HAS_SERVER) return url.pathname + url.search + url.hash;
  return url.hash.startsWith('#/') ? url.hash.slice(1) : '/';
}

/** The address for the browser, as links have it, of a path that begins with `/`. */
export const to = (address: string): string => (HAS_SERVER ? address : `#${address}`);

/** The same in full, to be shared. */
export const linkTo = (address: string): string =>
  (HAS_SERVER ? location.origin : location.href.replace(/#.*$/, '')) + to(address);

function parts(): { path: string; search: string; hash: string } {
  const [, path = '/', search = '', hash = ''] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(within(location)) ?? [];
  return { path, search, hash };
}

/** The address of the page, in parts. */
export const route = $state(parts());

function look(): void {
  Object.assign(route, parts());
}

/** Write another address of this page, without going anywhere. */
export function rewrite(address: string): void {
  history.replaceState(null, '', to(address));
}

/** Go to an address of this page. */
export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to(address));
  look();
  if (!route.hash) scrollTo(0, 0);
}

function ours(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return null;
  if (event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return null;
  if (!HAS_SERVER) return link.pathname === location.pathname && link.hash ? link : null;
  const samePage = link.pathname === location.pathname && link.hash;
  return samePage || link.pathname.startsWith('/api/') ? null : link;
}

/** Jump to a place in this screen, where the browser would take it for another address. */
function jump(place: string): void {
  rewrite(route.path + route.search + place);
  look();
  const found = document.getElementById(place.slice(1));
  found?.scrollIntoView();
  found?.focus();
}

function followed(event: MouseEvent): void {
  const link = ours(event);
  if (!link) return;
  event.preventDefault();
  if (!HAS_SERVER && !link.hash.startsWith('#/')) return jump(link.hash);
  go(within(link));
}

/** Follow links, and the browser's back and forward buttons, from now on. */
export function listen(): void {
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  document.addEventListener('click', followed);
}

/** The screen that an address leads to. */
export interface ScreenRoute {
  screen: 'home' | 'nowhere' | 'other';
  /** The file of the screen, as App.svelte loads it. */
  file: string;
  props: Record<string, unknown>;
  /** A screen with another key is created anew. */
  key: string;
  /** Whether the header is shown above it. */
  header: boolean;
}

const other = (file: string, props = {}, key = file, header = true): ScreenRoute => ({
  screen: 'other',
  file,
  props,
  key,
  header,
});
const plain = (screen: 'home' | 'nowhere'): ScreenRoute => ({ ...other(''), screen });

/** A part of a path as text; one that cannot be decoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The end of a table's address that shows it on a television. */
export const TV = '#tv';

/** Return the screen for a path, and for the place in it where that is another screen. */
export function screenFor(path: string, hash = ''): ScreenRoute {
  const [first = '', second = '', third = ''] = path.split('/').slice(1).map(decoded);
  if (first === '') return plain('home');
  if (first === 't' && second && hash === TV)
    return other('./tv/Tv.svelte', { code: second.toUpperCase() }, path.toUpperCase() + TV, false);
  if (first === 't' && second)
    return other('./table/Table.svelte', { code: second.toUpperCase() }, path.toUpperCase(), false);
  if (first === 'r' && second) return other('./replay/Replay.svelte', { id: second }, path);
  if (first === 'learn') return other('./learn/Learn.svelte', { game: second });
  if (first === 'daily') return other('./daily/Daily.svelte', {}, undefined, false);
  if (first === 'rules') return other('./rules/Rules.svelte', { game: second, anchor: third });
  if (first === 'bots') return other('./bots/Bots.svelte');
  if (first === 'stats') return other('./stats/Stats.svelte');
  if (first === 'settings') return other('./settings/Settings.svelte');
  if (first === 'about') return other('./about/About.svelte');
  if (first === 'privacy') return other('./about/Privacy.svelte');
  return plain('nowhere');
}

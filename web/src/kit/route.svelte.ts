/** Where we are, by the address; links of the page are followed without loading it again. */
export const route = $state({
  path: location.pathname,
  search: location.search,
  hash: location.hash,
});

function look(): void {
  route.path = location.pathname;
  route.search = location.search;
  route.hash = location.hash;
}

/** Go to an address of this page. */
export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  look();
  if (!route.hash) scrollTo(0, 0);
}

function ours(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return null;
  const samePage = link.pathname === location.pathname && link.hash;
  return samePage || link.pathname.startsWith('/api/') ? null : link;
}

function followed(event: MouseEvent): void {
  const link = ours(event);
  if (!link) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Follow links and the buttons of the browser from now on; returns what stops it. */
export function listen(): () => void {
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  document.addEventListener('click', followed);
  return () => {
    removeEventListener('popstate', look);
    removeEventListener('hashchange', look);
    document.removeEventListener('click', followed);
  };
}

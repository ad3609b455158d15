/** Whether the page is being looked at, or stands behind another one. */
export const watched = $state({ now: !globalThis.document?.hidden });

globalThis.document?.addEventListener('visibilitychange', () => {
  watched.now = !document.hidden;
});

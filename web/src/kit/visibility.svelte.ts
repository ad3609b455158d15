/** Whether the page is visible, or hidden behind another tab or window. */
export const pageVisible = $state({ now: !globalThis.document?.hidden });

globalThis.document?.addEventListener('visibilitychange', () => {
  pageVisible.now = !document.hidden;
});

/** Which of the two designs is shown: narrow screens, and low ones that are turned, get the phone's. */
const narrow = matchMedia('(max-width: 760px), (max-height: 500px) and (pointer: coarse)');

export const screen = $state({ phone: narrow.matches });
narrow.addEventListener('change', () => (screen.phone = narrow.matches));

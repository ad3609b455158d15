/** Checks what the panel of a lesson covers. */
import type { Player } from './player.ts';

/** Find what the panel, or another fixed element, covers of the highlight and of buttons. */
export function covered({ page }: Player): Promise<string[]> {
  return page.evaluate(() => {
    const told = (one: Element | null): string => `${one?.tagName}.${one?.getAttribute('class')}`;
    const docked = [...document.querySelectorAll('.lesson')].some(
      (one) => getComputedStyle(one).position === 'fixed',
    );
    // If the panel scrolls with the page, the highlighted element need not be visible beside it.
    const ringed = docked ? [...document.querySelectorAll('[data-ringed]')] : [];
    const panel = document.querySelector('.lesson')?.getBoundingClientRect();
    // Of an element that is higher than the space above the panel, only the top must be visible.
    const tall = (box: DOMRect): boolean => docked && box.height + 12 > (panel?.top ?? Infinity);
    const hidden = ringed.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const ends = tall(box) ? [] : [(box.top + box.bottom) / 2, box.bottom - 3];
      return [box.top + 3, ...ends].flatMap((y) => {
        const there = document.elementFromPoint(box.left + box.width / 2, y);
        return one.contains(there) ? [] : [`${told(one)} at ${y} lies under ${told(there)}`];
      });
    });
    const things = document.querySelectorAll('[data-ringed], [data-lesson="preview"], .main');
    // An element that scrolls with the page can be uncovered.
    const stays = (one: Element | null): boolean =>
      one !== null &&
      (/fixed|sticky/.test(getComputedStyle(one).position) || stays(one.parentElement));
    const under = [...things].flatMap((one) => {
      const box = one.getBoundingClientRect();
      const moves = !one.matches('[data-ringed]') && docked && !stays(one);
      const apart =
        moves || tall(box) || !panel || box.bottom <= panel.top + 1 || box.top >= panel.bottom - 1;
      return apart ? [] : [`${told(one)} lies under the panel`];
    });
    return [...hidden, ...under];
  });
}

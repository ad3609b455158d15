import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import Play from '../Play.svelte';
import { tableAt } from '../testing/table';

describe('lines that scored', () => {
  it.each([
    ['stay drawn where the picture explains a move', true],
    ['end with the animation elsewhere', false],
  ])('%s', async (_, lasting) => {
    vi.useFakeTimers();
    try {
      const [props] = tableAt('base2', { phone: true, seat: null, still: true, lasting });
      const drawn = (): number => document.querySelectorAll('.beams line').length;
      const at = props.events.findLastIndex(({ event }) => event === 'place');
      const { rerender } = render(Play, { props: { ...props, events: props.events.slice(0, at) } });
      await rerender(props);
      expect(drawn(), 'as the move comes').toBeGreaterThan(0);
      vi.advanceTimersByTime(10_000);
      flushSync();
      expect(drawn() > 0, 'afterwards').toBe(lasting);
    } finally {
      vi.useRealTimers();
    }
  });
});

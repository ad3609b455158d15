import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPointer } from './awake';
import { tvTheme } from './evening';

describe('a television', () => {
  it('is dark from six in the evening on, unless it is set', () => {
    expect(tvTheme('auto', 17)).toBe('light');
    expect(tvTheme('auto', 18)).toBe('dark');
    expect(tvTheme('auto', 3)).toBe('dark');
    expect(tvTheme('auto', 9)).toBe('light');
    expect(tvTheme('light', 23)).toBe('light');
    expect(tvTheme('dark', 12)).toBe('dark');
  });

  describe('pointer', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    it('hides when it rests for three seconds, and comes back', () => {
      let rests = false;
      const stop = watchPointer((now) => (rests = now));
      vi.advanceTimersByTime(2900);
      expect(rests).toBe(false);
      vi.advanceTimersByTime(200);
      expect(rests).toBe(true);
      dispatchEvent(new Event('pointermove'));
      expect(rests).toBe(false);
      stop();
    });
  });
});

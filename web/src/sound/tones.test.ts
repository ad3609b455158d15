import { describe, expect, it } from 'vitest';
import { SOUNDS, soundOf } from './tones';

describe('sounds', () => {
  it('are short: none lasts longer than 1.4 seconds', () => {
    for (const [name, sound] of Object.entries(SOUNDS)) {
      const end = Math.max(...sound.tones.map((tone) => tone.at + tone.lasts));
      expect(end, name).toBeLessThanOrEqual(1.4);
    }
  });

  it('differ by the colour and length of a line', () => {
    const red = soundOf('line-red-3');
    const blue = soundOf('line-blue-3');
    expect(red?.tones).toHaveLength(3);
    expect(red?.tones[0]).not.toEqual(blue?.tones[0]);
    const pitches = red?.tones.map((tone) => tone.hz) ?? [];
    expect([...pitches].sort((a, b) => a - b)).toEqual(pitches);
  });

  it('stay within the scale for a long line, and are silent for unknown names', () => {
    expect(soundOf('line-green-40')?.tones).toHaveLength(6);
    expect(soundOf('line-pink-2')).toBeNull();
    expect(soundOf('horn')).toBeNull();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { exported, forgetMe, imported } from './browserData';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the stored data of a browser', () => {
  it('can be exported to another one', () => {
    localStorage.setItem('hexade.me', '{"name":"Fox 27"}');
    localStorage.setItem('other', 'not ours');
    const text = exported();
    localStorage.clear();
    expect(imported(text)).toBe(true);
    expect(localStorage.getItem('hexade.me')).toBe('{"name":"Fox 27"}');
    expect(localStorage.getItem('other')).toBeNull();
  });

  it('is not overwritten by an invalid file', () => {
    localStorage.setItem('hexade.me', '{"name":"Fox 27"}');
    expect(imported('{"kept":{"hexade.me":{}}}')).toBe(false);
    expect(imported('nonsense')).toBe(false);
    expect(localStorage.getItem('hexade.me')).toBe('{"name":"Fox 27"}');
  });

  it('is deleted completely, and nothing else with it', async () => {
    localStorage.setItem('hexade.me', '{}');
    localStorage.setItem('other', 'kept');
    const names = new Set(['hexade-shell-1', 'hexade-seen', 'hexade /copy/ seen', 'blog']);
    vi.stubGlobal('caches', {
      keys: async () => [...names],
      delete: async (name: string) => names.delete(name),
    });
    await forgetMe();
    expect([...names]).toEqual(['hexade /copy/ seen', 'blog']);
    expect(localStorage.getItem('hexade.me')).toBeNull();
    expect(localStorage.getItem('other')).toBe('kept');
  });
});

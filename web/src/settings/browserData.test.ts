import { afterEach, describe, expect, it, vi } from 'vitest';
import { exported, forgetMe, imported } from './browserData';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
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

  it('is deleted as far as the browser lets us', async () => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const names = new Set(['hexade-shell-1']);
    vi.stubGlobal('caches', {
      keys: async () => [...names],
      delete: async (name: string) => names.delete(name),
    });
    vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: refuse }));
    vi.stubGlobal('indexedDB', { deleteDatabase: refuse });
    await forgetMe();
    expect([...names]).toEqual([]);
  });
});

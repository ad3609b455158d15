import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageVisible } from '../kit/visibility.svelte';
import { settings } from '../settings/preferences.svelte';
import { permission, wantNotices } from './notify.svelte';
import { followTurns, type Turn } from './turn.svelte';

const notes: { title: string; body?: string; tag?: string; closed: boolean }[] = [];
const asked = vi.fn(() => Promise.resolve('granted'));
const badges = vi.fn<(n: number) => Promise<void>>(() => Promise.resolve());

class FakeNotification {
  static permission = 'default';
  static async requestPermission(): Promise<string> {
    return (FakeNotification.permission = await asked());
  }
  private readonly note: (typeof notes)[number];
  constructor(title: string, options: NotificationOptions) {
    this.note = { title, body: options.body, tag: options.tag, closed: false };
    notes.push(this.note);
  }
  close(): void {
    this.note.closed = true;
  }
}

beforeEach(() => {
  notes.length = 0;
  vi.clearAllMocks();
  FakeNotification.permission = 'default';
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('navigator', {
    setAppBadge: badges,
    clearAppBadge: () => badges(0),
    languages: [],
  });
  Object.assign(settings, { notify: false });
  permission.now = 'default';
  pageVisible.now = true;
});
afterEach(() => vi.unstubAllGlobals());

function following(first: Turn[] = []): {
  now: (turns: Turn[]) => void;
  hide: (on: boolean) => void;
  end: () => void;
} {
  let turns = $state.raw(first);
  const end = $effect.root(() => followTurns(() => turns));
  flushSync();
  return {
    now: (next) => {
      turns = next;
      flushSync();
    },
    hide: (on) => {
      pageVisible.now = !on;
      flushSync();
    },
    end,
  };
}
const mine = (which: string, code = 'AAAAAA'): Turn => ({ code, which, names: 'Bea' });
const settled = (): Promise<void> => vi.waitFor(() => undefined);

it('the browser is asked by a click alone, and can say no', async () => {
  const { now, hide, end } = following();
  hide(true);
  now([mine('1')]);
  await settled();
  expect(asked).not.toHaveBeenCalled();
  expect(notes).toEqual([]);
  asked.mockResolvedValueOnce('denied');
  expect(await wantNotices(true)).toBe(false);
  expect(permission.now).toBe('denied');
  end();
});

it('a turn is told once, while the page is hidden, and taken back when it is seen', async () => {
  await wantNotices(true);
  const { now, hide, end } = following();
  now([mine('1')]);
  hide(true);
  await settled();
  expect(notes, 'it was seen before').toEqual([]);
  now([]);
  now([mine('2')]);
  await expect.poll(() => notes).toHaveLength(1);
  expect(notes[0]).toMatchObject({ title: 'Your turn', body: 'With Bea', tag: 'turn-AAAAAA' });
  now([mine('2')]);
  await settled();
  expect(notes).toHaveLength(1);
  hide(false);
  expect(notes[0]?.closed).toBe(true);
  end();
});

it('it is taken back when somebody else’s turn comes, and off is off', async () => {
  await wantNotices(true);
  const { now, hide, end } = following();
  hide(true);
  now([mine('1')]);
  await expect.poll(() => notes).toHaveLength(1);
  now([]);
  expect(notes[0]?.closed).toBe(true);
  await wantNotices(false);
  now([mine('3')]);
  await settled();
  expect(notes).toHaveLength(1);
  end();
});

it('the badge counts the tables that wait', () => {
  const { now, end } = following();
  now([mine('1'), mine('1', 'BBBBBB')]);
  expect(badges).toHaveBeenLastCalledWith(2);
  now([mine('1')]);
  expect(badges).toHaveBeenLastCalledWith(1);
  end();
  expect(badges).toHaveBeenLastCalledWith(0);
});

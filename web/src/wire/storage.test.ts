import { beforeEach, expect, it } from 'vitest';
import { ANIMALS } from '../kit/avatars';
import { differFrom, introduce, saveMe, stored } from './storage.svelte';

beforeEach(() => localStorage.clear());

it('a guest is another animal than those at a table', () => {
  introduce();
  const first = { ...stored.me };
  differFrom(ANIMALS.filter((one) => one !== first.avatar));
  expect(stored.me).toEqual(first);
  const [last = ''] = ANIMALS.filter((one) => one !== first.avatar);
  differFrom(ANIMALS.filter((one) => one !== last));
  expect(stored.me.avatar).toBe(last);
  expect(stored.me.name).not.toBe(first.name);
});

it('what somebody chose by hand is never changed', () => {
  introduce();
  const chosen = { name: 'Nina', avatar: 'fox' };
  saveMe(chosen);
  differFrom(['fox']);
  expect(stored.me).toEqual(chosen);
});

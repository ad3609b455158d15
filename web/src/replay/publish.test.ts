import { expect, test, vi } from 'vitest';
import type { Replay } from '../wire/messages';
import { published } from './publish';

vi.mock('./load', () => ({
  load: async (id: string) =>
    ({ id, agreed: { game: 'toy' }, players: [], frames: [] }) as unknown as Replay,
}));

test('a game whose answer was lost is sent again under the same id', async () => {
  const sent: string[] = [];
  const answers = [null, { id: 'ABCDEF.1' }, { id: 'GHJKLM.1' }];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { id: string }).id);
    const answer = answers.shift();
    if (!answer) throw new TypeError('the connection broke');
    return Response.json(answer);
  });
  await expect(published('LOCAL-A.1')).rejects.toMatchObject({ code: 'network' });
  expect(await published('LOCAL-A.1')).toBe('ABCDEF.1');
  expect(await published('LOCAL-A.1')).toBe('ABCDEF.1');
  expect(await published('LOCAL-A.2')).toBe('GHJKLM.1');
  expect(sent).toHaveLength(3);
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
  vi.unstubAllGlobals();
});

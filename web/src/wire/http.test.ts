import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, create } from './http';

const WISH = { agreed: { game: 'any', seats: 2 } };
const MADE = { code: 'ABCD', link: '/t/ABCD' };

function answers(...all: (() => Response)[]): { id: string }[] {
  const bodies: { id: string }[] = [];
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    bodies.push(JSON.parse(init.body) as { id: string });
    const next = all.shift();
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('no network'));
  });
  return bodies;
}

const broken = (): Response => {
  throw new TypeError('the connection broke');
};

afterEach(() => vi.unstubAllGlobals());

test('a lost answer is retried under the same id (idempotent)', async () => {
  const bodies = answers(broken, () => Response.json(MADE));
  expect(await create(WISH)).toEqual(MADE);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]?.id).toMatch(/^[\w-]{22,64}$/);
  expect(bodies[1]?.id).toBe(bodies[0]?.id);
});

test('two tables have two ids', async () => {
  const bodies = answers(
    () => Response.json(MADE),
    () => Response.json(MADE),
  );
  await create(WISH);
  await create(WISH);
  expect(bodies[0]?.id).not.toBe(bodies[1]?.id);
});

test('a refused request is not retried', async () => {
  const refusal = { code: 'tables', rule: '', text: 'too many' };
  const bodies = answers(() => Response.json(refusal, { status: 429 }));
  await expect(create(WISH)).rejects.toThrow(ApiError);
  expect(bodies).toHaveLength(1);
});

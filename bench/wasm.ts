/**
 * Measures one module in Node: random games, and the champion's moves in the first game.
 * `node bench/wasm.ts` reads a task from standard input and writes what it measured.
 */
import { readFileSync } from 'node:fs';
import { loadKernels } from '../web/src/local/kernels.ts';

const { module, manifest, learned, agreed, games, every } = JSON.parse(readFileSync(0, 'utf8'));
const k = await loadKernels(readFileSync(module), JSON.parse(readFileSync(manifest, 'utf8')));
k.prepare(agreed, learned ? readFileSync(learned) : null);
const [s, first, v, out] = [k.allocOf('STATE'), k.allocOf('STATE'), k.allocOf('TABLE'), k.alloc(16)];
// A game in which nothing is hidden from anybody has nothing to redact.
const hides = 'BESIDE' in k.manifest.records;
const [known, beside] = [k.allocOf('STATE', 3), hides ? k.allocOf('BESIDE') : 0];
const most = Number(k.manifest.constants.most_moves);
const [moves, values] = [k.allocOf('i4', most), k.allocOf('f8', most)];
const { opening, table } = k.begin(agreed);
k.bytes(first, opening.length).set(opening);
k.bytes(v, table.length).set(table);

const seconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1e6;
};
const play = (count: number): void => {
  k.numbers(out, 'u8', 2).fill(0n);
  k.call('play_lane', 0, s, first, v, 7n, 0, count, out);
};

play(2000); // the browser's compiler has two gears
const spent = seconds(() => play(games));
const [made, checksum] = k.numbers(out, 'u8', 2);

k.bytes(s, opening.length).set(opening);
const dealer = k.call('stream', 7n, 0) as bigint;
const champion: number[] = [];
for (let n = 0; k.call('settle', s, v, dealer) !== -2; n++) {
  const seat = k.call('acting', s) as number;
  const count = k.call('list_legal', s, v, moves) as number;
  if (n % every === 0 && count > 1) {
    if (hides) {
      k.bytes(known, k.sizeOf('STATE')).fill(0);
      k.bytes(beside, k.sizeOf('BESIDE')).fill(0);
      k.run('redact', { s, v, seat, known, beside });
    } else k.bytes(known, k.sizeOf('STATE')).set(k.bytes(s, k.sizeOf('STATE')));
    const given = { states: known, table: v, seat, beside, moves, n: count, out: values };
    champion.push(1000 * seconds(() => k.run('judge', { ...given, effort: 1, seed: BigInt(n) })));
  }
  k.call('decide', s, v, k.call('random_move', s, v, 7n) as number);
}
console.log(JSON.stringify({ moves: Number(made), checksum: String(checksum), spent, champion }));

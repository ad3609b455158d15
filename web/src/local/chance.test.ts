import { expect, it } from 'vitest';
import { erring } from './bots';
import { Stream, nthSeed, seatSeed } from './chance';

// Made by Python: Stream(seed, n % 8).below(n, 1000), seed_of(seed, 5) and bot_seed(seed, 1).
const SEEDS = [0n, 1n, 20241n, 2n ** 53n - 1n];
const BELOW = [
  [0, 735, 674],
  [479, 362, 800],
  [522, 887, 761],
  [84, 525, 726],
];
const SEED_5 = [2136746002874212n, 8954320760470526n, 2727869603493460n, 5898269375843584n];
const SEAT_1 = [
  11702685578574552874n,
  17940758326515131663n,
  3807566443111884803n,
  9427957538715254637n,
];

it('draws the numbers that Python draws', () => {
  const drawn = SEEDS.map((seed) => [0, 7, 63].map((n) => new Stream(seed, n % 8).below(n, 1000)));
  expect(drawn).toEqual(BELOW);
  expect(SEEDS.map((seed) => nthSeed(seed, 5))).toEqual(SEED_5);
  expect(SEEDS.map((seed) => seatSeed(seed, 1))).toEqual(SEAT_1);
});

it('errs as much as Python does', () => {
  const weights = erring([0.1, 0.5, 0.45, 0.2], 0.3);
  const theirs = [0.075082621087, 1, 0.723506484941, 0.143434812116];
  weights.forEach((weight, n) => expect(weight).toBeCloseTo(theirs[n] ?? 0, 11));
  expect(erring([0.2, 0.5], 0)).toEqual([0, 1]);
});

import { expect, it } from 'vitest';

import { isMoment } from '../src/internal.js';

it.each([
  [0, true],
  [8.64e15, true],
  [-8.64e15, true],
  [8.64e15 + 2, false],
  [-9e15, false],
  [NaN, false],
  [Infinity, false],
])('%d: %s', (ms, expected) => {
  expect(isMoment(ms)).toBe(expected);
  // What it answers is what a Date says of itself.
  expect(Number.isFinite(new Date(ms).getTime())).toBe(expected);
});

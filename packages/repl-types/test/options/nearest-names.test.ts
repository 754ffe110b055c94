import { describe, expect, it } from 'vitest';

import { nameDistance, nearestFirst } from '../../src/internal.js';

describe('nameDistance', () => {
  it.each([
    ['maxStep', 'maxSteps', 1],
    ['max_steps', 'maxSteps', 0],
    ['MAXSTEPS', 'maxSteps', 0],
    ['maxSetps', 'maxSteps', 0.5],
    ['nmae', 'name', 0.5],
    ['badc', 'abcd', 1],
    ['zebra', 'maxSteps', Infinity],
    ['', 'maxSteps', Infinity],
  ])('from %j to %j is %s', (wanted, name, distance) => {
    expect(nameDistance(wanted, name)).toBe(distance);
  });
});

describe('nearestFirst', () => {
  it('puts the names spelled alike first and leaves the others in their order', () => {
    expect(nearestFirst('resullt', ['zebra', 'results', 'apple', 'result'])).toEqual([
      'result',
      'results',
      'zebra',
      'apple',
    ]);
  });
});

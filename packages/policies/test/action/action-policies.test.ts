import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { makeContext } from '../make.js';
import { beamSearch } from '../../src/action/index.js';
import { greedy, mcts, sampling } from '../built-ins.js';

const context = makeContext();
const candidates = [{ action: 'a', score: 0.1 }, { action: 'b', score: 0.7 }, { action: 'c' }];

describe('sampling', () => {
  const draw = (seed: number, times: number, temperature = 1) => {
    const policy = sampling({ seed, temperature });
    return Array.from({ length: times }, () => policy.select(candidates, context).action);
  };

  it('draws the same with the same seed, and again after reset', () => {
    expect(draw(7, 20)).toEqual(draw(7, 20));
    expect(draw(8, 20)).not.toEqual(draw(9, 20));
    const policy = sampling({ seed: 7 });
    const first = policy.select(candidates, context);
    policy.reset();
    expect(policy.select(candidates, context)).toBe(first);
  });

  it('draws about as often as the scores say', () => {
    const drawn = draw(1, 3_000);
    const share = drawn.filter((action) => action === 'b').length / drawn.length;
    expect(share).toBeGreaterThan(0.48);
    expect(share).toBeLessThan(0.6);
  });

  it('does not underflow at a low temperature', () => {
    expect(new Set(draw(1, 50, 1e-6)).has('b')).toBe(true);
  });
});

describe('beamSearch', () => {
  it('keeps the best few', () => {
    const policy = beamSearch({ beamWidth: 2 });
    policy.select(candidates, context);
    expect(policy.beam().map(([{ action }]) => action)).toEqual(['b', 'c']);
    policy.reset();
    expect(policy.beam()).toEqual([]);
  });
});

describe('mcts', () => {
  it('tells actions apart that differ beyond their first hundred characters', () => {
    const policy = mcts();
    const code = 'x'.repeat(100);
    const [one, other] = [
      { action: 'code', code: `${code}1` },
      { action: 'code', code: `${code}2` },
    ];
    policy.update?.(one, 1);
    expect(policy.rank([other, one], context)).toEqual([
      [one, 1],
      [other, 0.5],
    ]);
  });
});

describe.each([greedy(), sampling(), beamSearch(), mcts()])('$name', (policy) => {
  it('refuses to choose from nothing', () => {
    expect(() => policy.select([], context)).toThrow(errorWith({ code: 'no_candidates' }));
  });
});

import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import { sampleStep } from '../src/conformance/samples.js';
import { createPolicyRegistry, type ActionResult, type PolicyContext } from '../src/index.js';

/** How often a policy reads a field of what it is given, over a run of distinct steps. */
function countReads(name: string, steps: number): number {
  const policy = createPolicyRegistry().getTermination(name);
  let reads = 0;
  const counting: ProxyHandler<object> = {
    get(target, key, receiver) {
      reads++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  };
  for (let at = 0; at < steps; at++) {
    const { result, context } = sampleStep(at);
    const output = `step ${at}`;
    policy.shouldTerminate(
      new Proxy(
        { ...result, output, metadata: { ...result.metadata, turn: undefined } },
        counting,
      ) as ActionResult,
      new Proxy({ ...context }, counting) as PolicyContext,
    );
  }
  return reads;
}

describe.each(createPolicyRegistry().list())('$name', ({ name }) => {
  it('reads as much of the thousandth step as of the first', () => {
    expect(countReads(name, 1_000)).toBeLessThanOrEqual(countReads(name, 100) * 10 + 100);
  });

  it('takes four times as long for four times as many steps', () => {
    const steps = Array.from({ length: 50 }, (_, at) => sampleStep(at));
    const work = (count: number): void => {
      const policy = createPolicyRegistry().getTermination(name);
      for (let at = 0; at < count; at++) {
        const { result, context } = steps[at % steps.length] ?? sampleStep(at);
        policy.shouldTerminate({ ...result, output: `${result.output} ${at}` }, context);
      }
    };
    // Quadratic time would be 16.
    expect(growthOf(work, { small: 500, large: 2_000, enough: 9 })).toBeLessThanOrEqual(9);
  });
});

describe('wallet_guard', () => {
  it.each(['<', '<a', '</', '`', '```', '<a>', '< ', ' <a> ', '\n'])(
    'reads a long reply of %j in linear time',
    (piece) => {
      const guard = createPolicyRegistry().getTermination('wallet_guard');
      const { result, context } = sampleStep(0);
      const work = (size: number): void => {
        const turn = { reply: piece.repeat(size), results: [], mode: 'task' };
        guard.shouldTerminate({ ...result, metadata: { turn } }, context);
      };
      expect(growthOf(work, { small: 10_000, large: 40_000, enough: 9 })).toBeLessThanOrEqual(9);
    },
  );
});

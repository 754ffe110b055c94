import { describe, expect, it } from 'vitest';

import { sampleStep } from '../src/contract/index.js';
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

  it('gets through 10,000 steps', () => {
    const policy = createPolicyRegistry().getTermination(name);
    let decided = 0;
    const steps = Array.from({ length: 50 }, (_, at) => sampleStep(at));
    for (let at = 0; at < 10_000; at++) {
      const { result, context } = steps[at % steps.length] ?? sampleStep(at);
      const decision = policy.shouldTerminate(
        { ...result, output: `${result.output} ${at}` },
        context,
      );
      decided += typeof decision.terminate === 'boolean' ? 1 : 0;
    }
    expect(decided).toBe(10_000);
  });
});

describe('wallet_guard', () => {
  it.each(['<', '<a', '</', '`', '```', '<a>', '< ', ' <a> ', '\n'])(
    'reads a long reply of %j in one go',
    (piece) => {
      const guard = createPolicyRegistry().getTermination('wallet_guard');
      const turn = { reply: piece.repeat(200_000), results: [], mode: 'task' };
      const { result, context } = sampleStep(0);
      expect(guard.shouldTerminate({ ...result, metadata: { turn } }, context)).toHaveProperty(
        'terminate',
      );
    },
  );
});

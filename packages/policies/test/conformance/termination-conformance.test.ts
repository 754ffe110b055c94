import { describe, expect, it } from 'vitest';

import { terminationConformance } from '../../src/conformance/index.js';
import {
  allOf,
  anyOf,
  createPolicyRegistry,
  maxSteps,
  not,
  proceed,
  stop,
  type PolicyContext,
  type TerminationPolicy,
} from '../../src/index.js';
import { fromStopCondition } from '../../src/ai-sdk/index.js';

const registry = createPolicyRegistry();

describe.each(registry.list('termination'))('the conformance of $name', ({ name }) => {
  it.each(terminationConformance(() => registry.getTermination(name)))('$name', ({ run }) => {
    expect(run).not.toThrow();
  });
});

describe.each([
  ['anyOf', () => anyOf(maxSteps({ maxSteps: 3 }), registry.getTermination('final_pattern'))],
  ['allOf', () => allOf(maxSteps({ maxSteps: 3 }), registry.getTermination('confidence'))],
  ['not', () => not(maxSteps({ maxSteps: 3 }))],
  ['fromStopCondition', () => fromStopCondition(({ steps }) => steps.length === 4, 'four')],
  ['a guard that escalates', () => registry.getTermination('wallet_guard', { escalate: true })],
])('the conformance of %s', (_, make) => {
  it.each(terminationConformance(make))('$name', ({ run }) => {
    expect(run).not.toThrow();
  });
});

describe('terminationConformance', () => {
  const broken: readonly [string, () => TerminationPolicy, RegExp][] = [
    ['a shared instance', shared(), /same policy twice/],
    ['state that reset leaves', leaky, /reset left something/],
    ['decisions that are no data', chatty, /plain data/],
    ['a context that is kept', keeper, /read again later/],
  ];

  it.each(broken)('finds %s', (_, make, message) => {
    const faults = terminationConformance(make).flatMap(({ run }) => {
      try {
        run();
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    expect(faults.join('\n')).toMatch(message);
  });
});

function policyOf(shouldTerminate: TerminationPolicy['shouldTerminate']): TerminationPolicy {
  return { name: 'test', description: 'for a test', shouldTerminate, reset: () => undefined };
}

function shared(): () => TerminationPolicy {
  const policy = policyOf(() => proceed);
  return () => policy;
}

function leaky(): TerminationPolicy {
  let steps = 0;
  return policyOf(() => (++steps > 50 ? stop('late', 'late') : proceed));
}

function chatty(): TerminationPolicy {
  return policyOf(() => ({ terminate: false, note: (() => 'no') as unknown as string }));
}

function keeper(): TerminationPolicy {
  const kept: PolicyContext[] = [];
  return policyOf((_, context) => {
    kept.push(context);
    return kept.length > 5 && kept[0]?.step === 1 ? stop('kept', 'kept') : proceed;
  });
}

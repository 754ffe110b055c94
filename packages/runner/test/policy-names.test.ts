import type { PolicyOptions } from '@rlm/kernel';
import type { ResponseOptions, TaskOptions } from '@rlm/penguin-engine';
import { createPolicyRegistry, defineTermination, proceed, stop } from '@rlm/policies';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { runRlm, type RlmOptions, type RunRlmOptions, type RunManyOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** A policy of one's own, whose name and configuration are told to the compiler. */
declare module '@rlm/policies' {
  interface TerminationConfigs {
    words: { readonly maxWords?: number };
  }
}

describe('names of policies and their configurations', () => {
  it('have types, which are the same in every loop', () => {
    type Given = NonNullable<PolicyOptions['policies']>;
    expectTypeOf<NonNullable<RunRlmOptions['policies']>>().toEqualTypeOf<Given>();
    expectTypeOf<NonNullable<RlmOptions['policies']>>().toEqualTypeOf<Given>();
    expectTypeOf<NonNullable<RunManyOptions['policies']>>().toEqualTypeOf<Given>();
    expectTypeOf<NonNullable<ResponseOptions['policies']>>().toEqualTypeOf<Given>();
    expectTypeOf<NonNullable<TaskOptions['policies']>>().toEqualTypeOf<Given>();

    const right: Given = [
      'max_steps',
      { name: 'max_steps', config: { maxSteps: 3 } },
      { name: 'token_budget', config: { max_tokens: 3 } },
      { name: 'final_pattern', config: null },
      { name: 'composite', config: { policies: ['max_steps', { name: 'coverage' }] } },
      'words',
      { name: 'words', config: { max_words: 3 } },
    ];
    const wrong: Given = [
      // @ts-expect-error: there is no such policy
      'max_step',
      // @ts-expect-error: nor here
      { name: 'max_step' },
      // @ts-expect-error: an option that it does not have
      { name: 'max_steps', config: { max: 3 } },
      // @ts-expect-error: an option of another policy, beside one of its own
      { name: 'max_steps', config: { maxSteps: 3, maxTokens: 3 } },
      // @ts-expect-error: the wrong type of value
      { name: 'max_steps', config: { maxSteps: '3' } },
      // @ts-expect-error: a part that does not exist
      { name: 'composite', config: { policies: ['max_step'] } },
      // @ts-expect-error: an option that a policy of one's own does not have
      { name: 'words', config: { words: 3 } },
    ];
    // @ts-expect-error: there is no such reward
    const reward: PolicyOptions['reward'] = 'stric';
    // @ts-expect-error: nor such a weight
    const weights: PolicyOptions['reward'] = { name: 'strict', config: { bonus: 1 } };
    const strict: PolicyOptions['reward'] = { name: 'strict', config: { successBonus: 1 } };
    expect([right.length, wrong.length, reward, weights, strict]).toHaveLength(5);
  });

  it('may be those of a registry of your own', async () => {
    const registry = createPolicyRegistry();
    registry.registerTermination(
      'words',
      defineTermination({
        name: 'words',
        description: 'Ends a run that says too much',
        defaults: { maxWords: 100 },
        start:
          ({ maxWords }) =>
          ({ output }) =>
            output.split(/\s+/).length > maxWords ? stop('words', 'Too many words') : proceed,
      }),
    );
    const { stop: why } = await runRlm({
      model: scriptedModel([cell('print("one two three four")'), cell('FINAL(1)')]),
      sandbox: quickjs(),
      query: 'q',
      policyRegistry: registry,
      policies: [{ name: 'words', config: { maxWords: 2 } }],
      wrapUp: false,
    }).result;
    expect(why).toMatchObject({ code: 'words', message: 'Too many words' });
  });
});

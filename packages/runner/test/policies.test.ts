import { invalidOption } from '@rlm/config/options-suite';
import { scriptedModel } from '@rlm/kernel/testing';
import {
  createPolicyRegistry,
  proceed,
  type NamedTermination,
  type TerminationPolicy,
  rewardThreshold,
} from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

/** What is wrong, the option that is named, and a part of what is said of it. */
const wrong: readonly (readonly [options: object, option: string, said: string])[] = [
  [{ policies: 'max_steps' }, 'policies', 'got "max_steps"'],
  [{ policies: ['max_step'] }, 'policies[0]', "Unknown termination policy 'max_step'"],
  [{ policies: [{}] }, 'policies[0]', 'got an empty object'],
  [{ policies: [''] }, 'policies[0]', 'got ""'],
  [{ policies: [null] }, 'policies[0]', 'got null'],
  [{ policies: [{ nam: 'max_steps' }] }, 'policies[0].nam', 'policies[0].name'],
  [{ policies: [{ shouldTerminate: () => proceed }] }, 'policies[0]', 'reset()'],
  [{ policies: [() => true] }, 'policies[0]', 'fromStopCondition()'],
  [{ policyRegistry: {} }, 'policyRegistry', 'createPolicyRegistry()'],
  [{ reward: 'reserch' }, 'reward', "Unknown reward policy 'reserch'"],
  [{ confidence: 1 }, 'confidence', 'got 1'],
];

const wrongRows = wrong.map(([given, option, said]) => [option, said, given] as const);

const sandbox = watchedBackend();

const goOn: TerminationPolicy = {
  name: 'go_on',
  description: 'Goes on',
  shouldTerminate: () => proceed,
  reset: () => undefined,
};

describe('the policies of an RLM', () => {
  const options = { model: scriptedModel([]), sandbox, query: 'q' };

  it.each(wrongRows)('are refused by runRlm and createRlm: %s: %s', (option, said, given) => {
    const { query, ...lasting } = { ...options, ...given };
    for (const call of [() => runRlm({ ...lasting, query }), () => createRlm(lasting)]) {
      expect(call).toThrow(invalidOption(option, said));
    }
  });

  it('send an answer back by a reviewAnswer of the user, once a question, in runRlm and createRlm', async () => {
    const careful = (): TerminationPolicy => {
      let isSent = false;
      return {
        ...goOn,
        name: 'careful',
        reviewAnswer() {
          if (isSent) return { accept: true };
          isSent = true;
          return { accept: false, code: 'careful', reason: 'Count once more.' };
        },
        reset() {
          isSent = false;
        },
      };
    };
    const model = scriptedModel([
      'FINAL(1)',
      'FINAL(2)',
      'FINAL(3)',
      'FINAL(4)',
      'FINAL(5)',
      'FINAL(6)',
    ]);
    const given = { ...options, model, policies: [careful] };
    const alone = await runRlm(given).result;
    const { query, ...lasting } = given;
    await using rlm = createRlm(lasting);
    const answers = [alone.answer];
    for (let round = 0; round < 2; round++) answers.push((await rlm.run(query).result).answer);
    expect(answers).toEqual(['2', '4', '6']);
    for (const turn of [1, 3, 5]) {
      expect(model.calls[turn]?.messages.at(-1)?.content).toContain('Count once more.');
    }
  });

  it('are found in a registry of the user, which says what it replaced', async () => {
    const policyRegistry = createPolicyRegistry();
    policyRegistry.registerTermination('convergence', () => ({
      name: 'convergence',
      description: 'My own',
      shouldTerminate: () => ({ terminate: true, answer: 'mine', code: 'mine', reason: 'mine' }),
      reset: () => undefined,
    }));
    const { answer, stop, diagnostics } = await runRlm({
      model: scriptedModel([cell('print(1)')]),
      sandbox,
      query: 'q',
      policies: ['convergence'],
      policyRegistry,
    }).result;
    expect({ answer, stop }).toMatchObject({ answer: 'mine', stop: { code: 'mine' } });
    expect(diagnostics).toContainEqual({
      code: 'built_in_replaced',
      message: expect.stringContaining("'convergence'") as string,
      step: 0,
    });
  });

  it('end with a variable that FINAL_VAR names, whole, however long it is', async () => {
    const { answer, value, source, stop } = await runRlm({
      model: scriptedModel([
        `${cell('var total = Array.from({ length: 500 }, (_, n) => n);')}\n\nThat is it.`,
        `${cell('print(total.length)')}\n\nFINAL_VAR(total)`,
      ]),
      sandbox,
      query: 'q',
      policies: ['final_pattern'],
    }).result;
    expect(stop).toMatchObject({ code: 'final_pattern', variable: 'total' });
    expect(value).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(answer).toContain('499');
    expect(source).toBe('policy');
  });

  it("see the session's variables by their previews, and the settings of the run", async () => {
    const seen: unknown[] = [];
    const watching: TerminationPolicy = {
      ...goOn,
      shouldTerminate: (_, { variables, config, task }) => {
        seen.push({ variables, config, task });
        return proceed;
      },
    };
    await runRlm({
      model: scriptedModel([cell('var total = 4950; var name = "ada";'), cell('FINAL(total)')]),
      sandbox,
      query: 'Sum it up',
      context: 'not a variable of the user',
      policies: [watching],
      limits: { maxTokens: 1_000_000 },
    }).result;
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      variables: { total: '4950', name: expect.stringContaining('ada') as string },
      task: 'Sum it up',
      config: { depth: 0, maxDepth: 1, limits: { maxTokens: 1_000_000 } },
    });
    expect(Object.keys((seen[0] as { variables: object }).variables)).toEqual(['total', 'name']);
  });

  it('leave no reply with code as the answer: the wrap-up asks for one', async () => {
    const { answer, source, stop, rewards } = await runRlm({
      model: scriptedModel([cell('var total = 42; print(total)'), 'FINAL_VAR(total)']),
      sandbox,
      query: 'q',
      reward: { name: 'strict', config: { successBonus: 0.9 } },
      policies: ['reward_threshold'],
    }).result;
    expect(stop).toMatchObject({ code: 'reward_threshold' });
    expect({ answer, source, rewards }).toEqual({
      answer: '42',
      source: 'wrap-up',
      rewards: [0.9],
    });
  });

  it('start anew with each question of a lasting RLM', async () => {
    const rlm = createRlm({
      model: scriptedModel([cell('print(1)'), cell('print(2)')], { after: 'cycle' }),
      sandbox,
      wrapUp: false,
      reward: 'strict',
      policies: [rewardThreshold({ minRewardThreshold: 1 })],
    });
    for (const query of ['first', 'second']) {
      const { stop, rewards } = await rlm.run(query).result;
      expect({ code: stop?.code, rewards }).toEqual({
        code: 'reward_threshold',
        rewards: [0.5, 0.5],
      });
    }
    await rlm.close();
  });

  it('take an answer in words as it is', async () => {
    const reply = 'The answer is 42. confidence: 0.95';
    const { answer, source } = await runRlm({
      model: scriptedModel([cell('print(1)'), reply]),
      sandbox,
      query: 'q',
      policies: ['confidence'],
    }).result;
    expect({ answer, source }).toEqual({ answer: reply, source: 'policy' });
  });
});

describe('the option reward', () => {
  it('values what was run and printed, in events, policies and the result', async () => {
    const run = runRlm({
      model: scriptedModel([cell('print("Traceback: error")'), cell('FINAL(42)')]),
      sandbox,
      query: 'q',
      reward: 'research',
    });
    const signals: object[] = [];
    for await (const event of run)
      if (event.type === 'step-end' && event.reward !== undefined) signals.push(event.reward);
    const { rewards } = await run.result;
    expect(rewards).toHaveLength(2);
    expect(signals).toHaveLength(2);
    expect(signals[0]).toMatchObject({
      value: rewards[0],
      components: {
        base_success: 0.3,
        code_length: (25 / 100) * 0.02,
        error_keyword: -0.05,
        step_penalty: -0.01,
      },
    });
    expect(signals[1]).toMatchObject({ components: { final_success: 0.3 } });
  });

  it('values the runs of the whole tree, each for itself; an instance serves the root alone', async () => {
    const asked: string[] = [];
    const policy = (name: string): TerminationPolicy => ({
      ...goOn,
      shouldTerminate: (_, { config, metrics }) => {
        asked.push(`${name} at ${String(config['depth'])}: ${String(metrics['last_reward'])}`);
        return proceed;
      },
    });
    const model = scriptedModel([
      cell('const a = await rlm_query("deeper"); print(a)'),
      cell('print("child")'),
      cell('FINAL("deep")'),
      cell('FINAL("done")'),
    ]);
    const run = runRlm({
      model,
      sandbox,
      query: 'q',
      reward: (result, { config }) => (result.success ? 1 : 0) + Number(config['depth']) * 10,
      policies: [policy('instance'), () => policy('recipe')],
    });
    const { answer, rewards } = await run.result;
    expect({ answer, rewards }).toEqual({ answer: 'done', rewards: [1, 1] });
    expect(asked).toEqual(['recipe at 1: 11', 'instance at 0: 1', 'recipe at 0: 1']);
  });

  it('ends a run with an error that says so when it throws', async () => {
    const { finishReason, stop } = await runRlm({
      model: scriptedModel([cell('print(1)')]),
      sandbox,
      query: 'q',
      reward: () => {
        throw new Error('boom');
      },
    }).result;
    expect(finishReason).toBe('error');
    expect(stop).toMatchObject({
      code: 'policy_failed',
      message: expect.stringMatching(/'reward'.*: boom$/) as string,
    });
  });
});

describe('a policy that lacks what it needs', () => {
  it.each<[name: NamedTermination, said: string]>([
    ['reward_threshold', '`reward`'],
    ['composite', '`reward`'],
    ['confidence', 'stated a confidence'],
  ])('says so once, as a diagnostic: %s', async (name, said) => {
    const replies = [1, 2, 3].map((n) => cell(`print(${String(n)})`));
    const { diagnostics } = await runRlm({
      model: scriptedModel([...replies, cell('FINAL(1)')]),
      sandbox,
      query: 'q',
      context: 'a',
      policies: [name],
    }).result;
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: name, message: expect.stringContaining(said) as string }),
    ]);
  });
});

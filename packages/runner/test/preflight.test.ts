import { invalidOption } from '@rlm/config/options-suite';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';

interface Told {
  readonly result: RlmResult;
  /** What the model was told last. */
  readonly told: string;
  /** Prompts of sub-queries. */
  readonly asked: readonly string[];
  readonly codes: readonly string[];
}

async function run(
  replies: readonly string[],
  options: Partial<RunRlmOptions> = {},
): Promise<Told> {
  const model = scriptedModel(replies);
  const asked: string[] = [];
  const codes: string[] = [];
  const started = runRlm({
    model,
    subModel: ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? '');
      return 'an answer';
    },
    sandbox: quickjs(),
    query: 'q',
    context: 'hello world',
    wrapUp: false,
    maxSteps: replies.length,
    ...options,
  });
  for await (const event of started) if (event.type === 'notice') codes.push(event.code);
  const told = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  return { result: await started.result, told, asked, codes };
}

/** What a model is told of a cell of which nothing ran. */
const nothingRan = /\bNothing of .*\bran\b/;

const misspelt = cell('const said = await llm_query(context)\nFINAL(siad)');
const mended = cell('const said = await llm_query(context)\nFINAL(said)');

describe('preflight', () => {
  it('tells the model at once of a block that is certain to fail, before its sub-queries are paid for', async () => {
    const { told, result } = await run([misspelt, mended]);
    expect(told).toMatch(/ReferenceError: siad .*'said'\?.* line 2 .*`siad`/);
    expect(told).toMatch(nothingRan);
    expect(result).toMatchObject({
      answer: 'an answer',
      usage: { total: { calls: 3, subQueries: 1 } },
    });
  });

  it('can be turned off', async () => {
    const { told, asked } = await run([misspelt, 'FINAL(none)'], { preflight: false });
    expect(told).toMatch(/\bsiad .*not defined/);
    expect(told).not.toMatch(nothingRan);
    expect(asked).toHaveLength(1);
  });

  it('gives what the block may not reach as a notice', async () => {
    const code = 'if (context === "") print(cotnext)\nprint("ran")';
    const { told, codes } = await run([cell(code), 'FINAL(none)']);
    expect(codes).toEqual(['unknown_name']);
    expect(told).toMatch(/Note: line 1: `cotnext` .*`context`/);
  });

  it('knows the variables of earlier questions', async () => {
    const model = scriptedModel([cell('const kept = 41\nFINAL(kept)'), cell('FINAL(kept + 1)')]);
    const rlm = createRlm({ model, sandbox: quickjs(), context: 'x' });
    await rlm.run('first').result;
    expect((await rlm.run('second').result).answer).toBe('42');
    await rlm.close();
  });

  it('can be turned off for the questions of createRlm', async () => {
    const model = scriptedModel([misspelt, 'FINAL(none)']);
    await using rlm = createRlm({
      model,
      sandbox: quickjs(),
      subModel: () => 'an answer',
      context: 'x',
      preflight: false,
    });
    const { usage } = await rlm.run('q').result;
    expect(usage.total.subQueries).toBe(1);
  });

  it('does nothing on a sandbox that cannot look, where the cell runs as far as it can', async () => {
    const error = { type: 'NameError', message: "name 'siad' is not defined" };
    const sandbox = scripted([{ stdout: 'ran\n', error }]);
    expect(sandbox.capabilities.preflight).toBeUndefined();
    const { told } = await run([cell('print("ran")\nprint(siad)'), 'FINAL(none)'], { sandbox });
    expect(told).toContain('ran\n');
    expect(told).toContain('NameError');
    expect(told).not.toMatch(nothingRan);
  });

  it('is refused where it is no truth value', () => {
    const options = { model: scriptedModel([]), sandbox: quickjs(), query: 'q', preflight: 'no' };
    expect(() => runRlm(options as never)).toThrow(invalidOption('preflight', 'got "no"'));
  });
});

import { defineTool, type FinishOutcome, type StandardSchema } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { FINAL, FINAL_VAR, SUBMIT } from '@rlm/termination';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';

const sandbox = quickjs();

const tool = (execute: () => unknown) => ({ name: 'stop', description: 'Stops.', execute });

function run(
  replies: readonly string[],
  options: Partial<RunRlmOptions<StandardSchema | undefined>> = {},
): Promise<RlmResult> {
  const model = scriptedModel(replies);
  return runRlm({ model, sandbox, query: 'q', wrapUp: false, ...options }).result;
}

describe('FINAL in host code', () => {
  it('ends a run from a tool: uncatchably, and nothing after it runs', async () => {
    const result = await run(
      [cell('try { await stop() } catch { print("caught") }\nFINAL("late")'), 'FINAL(never)'],
      { tools: [tool(() => FINAL({ n: 1 }))] },
    );
    expect(result).toMatchObject({
      value: { n: 1 },
      finishReason: 'final',
      source: 'code',
      calls: { root: 1, tools: 1, failed: 0 },
    });
    expect(result.steps[0]?.output).not.toContain('caught');
  });

  it('ends a run from a sub-model, in one item of a batch too', async () => {
    const subModel: ModelFunction = ({ messages }) =>
      messages.at(-1)?.content === 'stop' ? FINAL('enough') : 'more';
    const one = await run([cell('await llm_query("go")\nawait llm_query("stop")\nFINAL(0)')], {
      subModel,
    });
    expect(one).toMatchObject({ answer: 'enough', calls: { sub: 2, failed: 0 } });
    const many = await run([cell('await llm_query_batched(["go", "stop", "go"])\nFINAL(0)')], {
      subModel,
    });
    expect(many.answer).toBe('enough');
  });

  it('takes the value that a variable has at that moment, and says which there are', async () => {
    const result = await run([cell('var total = 41 + 1\nawait stop()\ntotal = 0')], {
      tools: [tool(() => FINAL_VAR('total'))],
    });
    expect(result).toMatchObject({ value: 42, finishReason: 'final' });
    const model = scriptedModel([cell('var total = 1\nawait stop()'), 'FINAL(1)']);
    const missing = await run([], { model, tools: [tool(() => FINAL_VAR('totals'))] });
    expect(model.calls[1]?.messages.at(-1)?.content).toContain("Available variables: ['total']");
    expect(missing.answer).toBe('1');
  });

  it('goes by the schema and the other conditions as any answer does', async () => {
    const answers = [{ count: 'two' }, { count: 2 }];
    const result = await run([cell('await stop()'), cell('await stop()')], {
      schema: z.object({ count: z.number() }),
      tools: [tool(() => SUBMIT(answers.shift() ?? {}))],
    });
    expect(result).toMatchObject({ value: { count: 2 } });
    expect(result.steps.length).toBe(2);
  });

  it('ends the child run that called it, and not its parent', async () => {
    const model: readonly [ModelFunction, ModelFunction] = [
      scriptedModel([cell('var part = await rlm_query("q")\nFINAL("whole: " + part)')]),
      scriptedModel([cell('await stop()')]),
    ];
    const result = await run([], { model, tools: [tool(() => FINAL('part'))] });
    expect(result).toMatchObject({ answer: 'whole: part', calls: { recursive: 1 } });
  });

  it('ends a run from its model and from approve', async () => {
    const asked = await run([cell('await stop()')], {
      tools: [{ ...tool(() => 'never'), approval: () => true }],
      approve: () => FINAL('not allowed'),
    });
    expect(asked).toMatchObject({ answer: 'not allowed', finishReason: 'final' });
    const model = scriptedModel([cell('var x = 7')]);
    const twice: ModelFunction = (request) =>
      model.calls.length === 0 ? model(request) : FINAL_VAR('x');
    expect(await run([], { model: twice })).toMatchObject({ value: 7, finishReason: 'final' });
  });
});

describe('context.finish of a tool', () => {
  const finishing = (outcome: FinishOutcome) =>
    defineTool({
      name: 'stop',
      description: 'Stops.',
      execute: (_, context) => {
        context.finish(outcome);
        return { rows: 3 };
      },
    });

  it('ends the run with its summary', async () => {
    const outcome = {
      status: 'done',
      summary: 'All rows are in.',
      statusDefaulted: false,
    } as const;
    const result = await run([cell('await stop()\nFINAL(0)')], { tools: [finishing(outcome)] });
    expect(result).toMatchObject({ answer: 'All rows are in.', finishReason: 'final' });
    expect(result.diagnostics).toMatchObject([{ code: 'no_context' }]);
  });

  it('ends it with an empty answer if there is neither a summary nor a value', async () => {
    const stop = defineTool({
      name: 'stop',
      description: 'Stops.',
      execute: (_, context) => {
        context.finish({ status: 'done', summary: null, statusDefaulted: false });
      },
    });
    const result = await run([cell('await stop()\nFINAL(0)')], { tools: [stop] });
    expect(result).toMatchObject({ answer: '', finishReason: 'final' });
  });

  it('ends it with the value where there is no summary, and notes what is not done', async () => {
    const outcome = { status: 'blocked', summary: null, statusDefaulted: false } as const;
    const result = await run([cell('await stop()\nFINAL(0)')], { tools: [finishing(outcome)] });
    expect(result).toMatchObject({
      value: { rows: 3 },
      diagnostics: [{ code: 'no_context' }, { code: 'tool_finish' }],
    });
  });
});

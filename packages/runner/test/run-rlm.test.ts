import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

describe('runRlm', () => {
  it('answers from a context that the model never sees whole', async () => {
    const model = scriptedModel([
      cell('words = context.split(" "); print(words.length)'),
      cell('FINAL(words.length + 1)'),
    ]);
    const sandbox = watchedBackend();
    const result = await runRlm({ model, sandbox, query: 'How many?', context: 'a b c' }).result;
    expect(result).toMatchObject({ answer: '4', value: 4, finishReason: 'final', source: 'code' });
    expect(result.steps.length).toBe(2);
    expect(result.usage.own.calls).toBe(2);
    expect(model.calls[1]?.messages.at(-1)?.content).toContain(
      'REPL output:\n\n3\n\n\nNew or changed variables: words: Array',
    );
    expect(sandbox.openSessions).toBe(0);
  });

  it('shows the value of a last expression, in every loop, and keeps it in events and history', async () => {
    const replies = [cell('print("out")\n6 * 7'), cell('FINAL("done")')];
    const [alone, lasting] = [scriptedModel(replies), scriptedModel(replies)];
    const sandbox = quickjs();
    const rlm = createRlm({ model: lasting, sandbox });
    const runs = [
      { model: alone, run: runRlm({ model: alone, sandbox, query: 'q' }) },
      { model: lasting, run: rlm.run('q') },
    ];
    for (const { model, run } of runs) {
      const values: (string | null)[] = [];
      for await (const event of run) {
        if (event.type === 'code-end') values.push(event.result.value);
      }
      expect(values).toEqual(['42', null]);
      expect((await run.result).steps[0]?.output).toBe('out\n42\n');
      expect(model.calls[1]?.messages.at(-1)?.content).toContain(
        'REPL output:\n\nout\n\n\n\nValue: 42',
      );
    }
    await rlm.close();
  });

  it('tells its story in events, in order, with one end', async () => {
    const model = scriptedModel([cell('print(await llm_query("hi")); FINAL("done")')]);
    const subModel = scriptedModel(['hello']);
    const events: RlmEvent[] = [];
    const run = runRlm({ model, subModel, sandbox: watchedBackend(), query: 'q', context: 'x' });
    for await (const event of run) events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.indexOf('session-open')).toBeGreaterThan(types.indexOf('run-start'));
    expect(types.indexOf('session-open')).toBeLessThan(types.indexOf('code-start'));
    expect(types.filter((type) => type !== 'session-open')).toEqual([
      'run-start',
      'step-start',
      'model-start',
      'text-delta',
      'model-end',
      'code-start',
      'query-start',
      'query-end',
      'output-delta',
      'code-end',
      'final',
      'step-end',
      'run-end',
    ]);
    expect(events.every(({ runId, depth }) => runId === run.id && depth === 0)).toBe(true);
    expect((await run.result).calls).toMatchObject({ root: 1, sub: 1 });
  });

  it.each([
    ['an answer', ['const a = { n: 1 }; const f = () => 1; FINAL("x")']],
    ['a limit', ['const a = { n: 1 }; const f = () => 1;']],
  ])('gives the variables at the end, after %s', async (_, codes) => {
    const { variables } = await runRlm({
      model: scriptedModel([...codes.map((code) => cell(code)), 'FINAL(best)']),
      sandbox: quickjs(),
      query: 'q',
      maxSteps: 1,
      includeVariables: true,
    }).result;
    expect(variables).toEqual({
      a: { n: 1 },
      f: expect.stringContaining('<function>') as string,
    });
  });
});

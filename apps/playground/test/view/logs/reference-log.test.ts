import { describe, expect, it } from 'vitest';

import { readLog } from '../../../src/view/logs/read-log.js';
import { addEvents, emptyTree } from '../../../src/view/add-event.js';
import { describeEnd } from '../../../src/view/selectors.js';
import { metadata, reference, runOf, turn } from '../../support/logs.js';

const usage = {
  model_usage_summaries: { m: { total_calls: 1, total_input_tokens: 9, total_output_tokens: 4 } },
};
const block = (code: string, result: object): object => ({
  code,
  result: { stdout: '', stderr: '', locals: {}, execution_time: 0.5, rlm_calls: [], ...result },
});

describe('readLog of the reference implementation', () => {
  const child = {
    run_metadata: { ...metadata, max_iterations: 2 },
    iterations: [turn({ response: 'FINAL(2)', final_answer: '2' })],
  };
  const log = reference([
    metadata,
    turn({
      iteration: 1,
      response: 'I look.\n```repl\nprint(x)\n```\n```repl\nllm_query("a")\n```',
      code_blocks: [
        block('print(x)', { stdout: 'x is 1\n', locals: { x: 1, text: 'word' } }),
        block('llm_query("a")', {
          stderr: 'NameError: y',
          rlm_calls: [
            {
              root_model: 'm',
              prompt: 'a',
              response: 'yes',
              usage_summary: usage,
              execution_time: 1,
            },
            {
              prompt: 'b',
              response: '',
              error: 'rate',
              error_type: 'RateLimit',
              execution_time: 1,
            },
            {
              prompt: 'c',
              response: '2',
              usage_summary: usage,
              execution_time: 1,
              metadata: child,
            },
          ],
        }),
      ],
    }),
    turn({ iteration: 2, response: 'FINAL(two)', final_answer: 'two' }),
  ]);

  it('shows its turns, blocks, sub-queries, and the answer', async () => {
    const { format, events: read } = await readLog(log);
    expect(format).toBe('reference');
    const view = addEvents(emptyTree, read);
    const run = view.runs[view.rootId];
    expect(run).toMatchObject({
      protocol: 'rlm',
      query: 'How many moons?',
      language: 'python',
      backend: 'local',
      maxSteps: 3,
      variables: {},
      end: {
        answer: 'two',
        finishReason: 'final',
        inputTokens: 18,
        outputTokens: 8,
        durationMs: 4000,
        costUsd: null,
      },
    });
    const [first, second] = run?.steps ?? [];
    expect(first).toMatchObject({
      reasoning: 'I look.',
      calls: [{ promptChars: 23, durationMs: 1000 }],
      blocks: [
        { code: 'print(x)', stdout: 'x is 1\n', durationMs: 500 },
        { block: 1, blocks: 2, stderr: 'NameError: y' },
      ],
      durationMs: 2000,
    });
    expect(second?.final).toEqual({ answer: 'two', source: 'prose' });
    expect(Object.values(view.queries)).toMatchObject([
      { prompt: 'a', response: 'yes', durationMs: 1000 },
      { prompt: 'b', error: 'rate' },
      { prompt: 'c', kind: 'rlm_query', response: '2' },
    ]);
    const childId = Object.values(view.queries)[2]?.childId ?? '';
    expect(view.runs[childId]).toMatchObject({ depth: 1, query: 'c', end: { answer: '2' } });
  });

  it('takes the question of run_context, and knows a log that goes on from one that ran out', async () => {
    const asked = { type: 'run_context', prompt: 'data', root_prompt: 'Which?' };
    expect(await runOf(reference([metadata, asked]))).toMatchObject({
      query: 'Which?',
      state: 'running',
    });
    const out = await runOf(
      reference([metadata, ...Array.from({ length: 3 }, () => turn({ response: 'hm' }))]),
    );
    expect(describeEnd(out)).toMatch(/^It was stopped without an answer: The run took its 3 iter/);
  });

  it('shows the later questions of a session where they were asked', async () => {
    const asks = (root_prompt: string) => ({ type: 'run_context', prompt: 'data', root_prompt });
    const answers = (answer: string) => turn({ response: 'So.', final_answer: answer });
    const log = reference([metadata, asks('One?'), answers('1'), asks('Two?'), answers('2')]);
    const run = await runOf(log);
    expect(run).toMatchObject({ query: 'One?', end: { answer: '2' } });
    expect(run.steps).toMatchObject([
      { final: { answer: '1' }, notices: [{ code: 'user', message: 'Two?' }] },
      { final: { answer: '2' }, notices: [] },
    ]);
  });

  it('takes one without its first line, and one whose last line was cut off', async () => {
    const [, ...rest] = log.split('\n');
    expect((await runOf(rest.join('\n'))).steps).toHaveLength(2);
    expect((await runOf(log.slice(0, -10))).steps).toHaveLength(1);
  });
});

import { defineTool } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';
import { echo, run } from './support/run-queries.js';

describe('own tools', () => {
  const add = defineTool({
    name: 'add',
    description: 'adds two numbers',
    input: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => ({ sum: a + b }),
  });

  it('are called by name, with their input checked', async () => {
    const model = scriptedModel([
      cell('await add({ a: 1 })'),
      cell('FINAL((await add({ a: 1, b: 2 })).sum)'),
    ]);
    const { result } = await run([], { model, tools: [add] });
    expect(model.calls[0]?.messages[0]?.content).toContain('adds two numbers');
    expect(model.calls[1]?.messages.at(-1)?.content).toMatch(/\barguments of add .*: b: /);
    expect(result).toMatchObject({ value: 3, calls: { tools: 1, failed: 1 } });
  });

  it('may not take a name of the REPL', () => {
    const tool = { ...add, name: 'llm_query' };
    expect(() =>
      runRlm({ model: echo, sandbox: watchedBackend(), query: 'q', tools: [tool] }),
    ).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });
});

describe('rlm_query', () => {
  const child =
    (reply: string): ModelFunction =>
    () =>
      reply;

  it('is a run of its own, one level deeper, in the stream of its parent', async () => {
    const { result, events } = await run([], {
      model: [
        scriptedModel([cell('FINAL(await rlm_query("count it", { context: "a b" }))')]),
        child(cell('print(context); FINAL(context.split(" ").length)')),
      ],
    });
    expect(result).toMatchObject({ answer: '2', calls: { recursive: 1, sub: 0 } });
    expect(result.usage.children.calls).toBe(1);
    const ends = events.filter(({ type }) => type === 'run-end');
    expect(ends.map(({ depth, parentId }) => [depth, parentId])).toEqual([
      [1, result.runId],
      [0, null],
    ]);
    expect(events.find(({ type }) => type === 'query-end')).toMatchObject({
      kind: 'rlm_query',
      childId: ends[0]?.runId,
    });
  });

  it('gives a prompt without context to the child as its context', async () => {
    const { result } = await run([], {
      model: [
        scriptedModel([cell('FINAL(await rlm_query("x".repeat(5000)))')]),
        child(cell('FINAL(context.length)')),
      ],
    });
    expect(result.answer).toBe('5000');
  });

  it('has the whole prompt as its question beside a context, and the beginning of a long one without', async () => {
    const questions: string[] = [];
    const noting: ModelFunction = ({ messages }) => {
      questions.push(messages.map(({ content }) => content).join(''));
      return cell('FINAL(1)');
    };
    const long = `begin${'x'.repeat(3_000)}end`;
    const asking = [
      `const long = "begin" + "x".repeat(3000) + "end"`,
      'await rlm_query(long, { context: "c" })',
      'await rlm_query(long)',
      'FINAL(1)',
    ].join('\n');
    await run([], { model: [scriptedModel([cell(asking)]), noting] });
    expect(questions.map((question) => question.includes(long))).toEqual([true, false]);
    expect(questions[1]).toContain(`${long.slice(0, 2_000)}\n... (the whole request is`);
  });

  it('that is asked twice at the same time is one child, and two when told to', async () => {
    const asked = (options: string) =>
      run([], {
        model: [
          scriptedModel([
            cell(`FINAL(await Promise.all([1, 2].map(() => rlm_query("q"${options}))))`),
          ]),
          child(cell('FINAL(7)')),
        ],
      });
    const { result } = await asked('');
    expect(result).toMatchObject({ value: ['7', '7'], calls: { recursive: 1, shared: 1 } });
    const fresh = await asked(', { fresh: true }');
    expect(fresh.result).toMatchObject({ value: ['7', '7'], calls: { recursive: 2, shared: 0 } });
  });

  it('is written by a model of the option `models` where code names one', async () => {
    const root = scriptedModel([
      cell('await rlm_query("q", { model: "lagre" })'),
      cell('FINAL(await rlm_query_batched(["q", { prompt: "q", model: "large" }]))'),
    ]);
    const { result } = await run([], {
      model: [root, child(cell('FINAL("its depth\'s model")'))],
      models: { large: child(cell('FINAL("large")')) },
    });
    expect(root.calls[1]?.messages.at(-1)?.content).toMatch(/"lagre".*\blarge\b/);
    const { told } = await run(
      [cell('await rlm_query("q", { model: "constructor" })'), 'FINAL(1)'],
      {
        models: { large: child('') },
      },
    );
    expect(told).toMatch(/"constructor".*\blarge\b/);
    expect(result.value).toEqual(["its depth's model", 'large']);
  });

  it('is llm_query at the depth limit', async () => {
    const { result } = await run([cell('FINAL(await rlm_query("q", { context: "c" }))')], {
      maxDepth: 0,
    });
    expect(result).toMatchObject({ answer: 'SUB:q\n\nc', calls: { sub: 1, recursive: 0 } });
  });

  it('fails catchably when the child has no answer, and passes on a best one with a note', async () => {
    const failed = await run([], {
      model: [
        scriptedModel([
          cell('try { await rlm_query("q") } catch (error) { FINAL(error.message) }'),
        ]),
        child('Hm.'),
      ],
    });
    expect(failed.result.answer).toContain('(guard)');
    const best = await run([], {
      model: [
        scriptedModel([cell('x = await rlm_query("q")'), cell('FINAL(x)')]),
        child('perhaps 4'),
      ],
      wrapUp: true,
    });
    expect(best.result.answer).toBe('perhaps 4');
    expect(best.events).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'child_incomplete' }),
    );
  });

  it('runs a batch of children, three levels deep, under one budget', async () => {
    const parent = cell('FINAL((await rlm_query_batched(["a", "b", "c"])).join(""))');
    const { result } = await run([], {
      model: [child(parent), child(parent), child(parent), child(cell('FINAL("x")'))],
      maxDepth: 3,
      limits: { maxConcurrentRuns: 2 },
    });
    expect(result.answer).toBe('x'.repeat(27));
    expect(result.calls).toMatchObject({ recursive: 3, shared: 0 });
  });
});

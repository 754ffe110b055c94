import { scriptedModel } from '@rlm/kernel/testing';
import { memoryStore } from '@rlm/journal';
import { runResponse, runTask } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { draft, thoughts } from './support/thoughts.js';

const options = { sandbox: quickjs(), query: 'q', maxSteps: 3 } satisfies Partial<RunRlmOptions>;

describe.each(thoughts)('the thought %j', (thought) => {
  it('of the root ends no run and runs no code', async () => {
    const model = scriptedModel([thought + cell('console.log(1)'), `${thought}FINAL(Ann)`]);
    const { answer, steps } = await runRlm({ ...options, model }).result;
    expect([answer, steps.length]).toEqual(['Ann', 2]);
    expect(JSON.stringify(model.calls.at(-1)?.messages)).not.toContain('Bob');
  });

  it('of a root whose reply comes in pieces runs no code', async () => {
    const reply = `${thought}${cell('FINAL("Ann")')}`;
    const model = scriptedModel([{ chunks: reply.match(/[^]{1,7}/gu) ?? [] }]);
    // What the template opened is known only at its end: a first reply is stopped before that.
    const fenceStop = !thought.startsWith('Perhaps');
    expect((await runRlm({ ...options, model, fenceStop }).result).answer).toBe('Ann');
  });

  it('of a sub-model is no data', async () => {
    const model = scriptedModel([
      cell(`const one = await llm_query("who?");
const many = await llm_query_batched(["a", "b"]);
const typed = await llm_query("data?", { schema: { type: "object", required: ["name"] } });
FINAL(JSON.stringify([one, many, typed]))`),
    ]);
    const subModel = scriptedModel(
      [
        ({ messages }) =>
          `${thought}${(messages.at(-1)?.content ?? '').includes('data?') ? 'So: {"name": "Ann",}' : 'Ann'}<|im_end|>`,
      ],
      { after: 'repeat' },
    );
    const { answer } = await runRlm({ ...options, model, subModel }).result;
    expect(JSON.parse(answer ?? '')).toEqual(['Ann', ['Ann', 'Ann'], { name: 'Ann' }]);
    expect(subModel.calls).toHaveLength(4);
  });

  it('of a wrap-up, or of a child, is no answer', async () => {
    const model = scriptedModel([cell('let a = 1'), `${thought}Ann`]);
    const wrapUp = await runRlm({ ...options, model, maxSteps: 1 }).result;
    expect(wrapUp).toMatchObject({ answer: 'Ann', source: 'wrap-up' });
    const parent = scriptedModel([cell('FINAL(await rlm_query("who?"))'), `${thought}FINAL(Ann)`]);
    expect(await runRlm({ ...options, model: parent }).result).toMatchObject({ answer: 'Ann' });
  });

  it('of a summary is not in the transcript', async () => {
    const model = scriptedModel([
      ...Array.from({ length: 4 }, (_, nth) => cell(`console.log("${'x'.repeat(400)}${nth}")`)),
      ({ purpose }) => `${thought}${purpose === 'summary' ? 'So far nothing.' : cell('FINAL(1)')}`,
      cell('FINAL(1)'),
    ]);
    const compaction = { maxChars: 2_000, keepTurns: 1, policy: 'llm' } as const;
    await runRlm({ ...options, model, maxSteps: 9, compaction }).result;
    const said = JSON.stringify(model.calls.at(-1)?.messages);
    expect(said).toContain('So far nothing.');
    expect(said).not.toContain('Bob');
  });

  it('of the agent loops is no part of an answer or a summary', async () => {
    const model = () => `${thought}The answer is Ann.<|eot_id|>`;
    const response = await runResponse({ model, prompt: 'p' }).result;
    expect(response).toMatchObject({
      status: 'completed',
      assistantResponse: 'The answer is Ann.',
    });
    expect(JSON.stringify(response.messages)).not.toContain('Bob');
    const finish = () => `${thought}<finish_task>${thought}It is Ann.</finish_task>`;
    const task = await runTask({ model: finish, prompt: 'p' }).result;
    expect(task).toMatchObject({ status: 'pending_review', finishSummary: 'It is Ann.' });
  });
});

describe('a model that closes thoughts which it has not opened', () => {
  const inPieces = (text: string) => ({ chunks: text.match(/[^]{1,7}/gu) ?? [] });
  const plain = inPieces(`I look at it.\n</think>\n\n${cell('let a = 1')}\nIt printed 3.\n`);
  const drafted = inPieces(`${draft}</think>\n\n${cell('FINAL("Ann")')}\nDone.\n`);

  it('has no draft run once the run has seen it, and no stream read beyond the block after the thought', async () => {
    const model = scriptedModel([plain, drafted]);
    const result = await runRlm({ ...options, model }).result;
    expect([result.answer, result.steps.length]).toEqual(['Ann', 2]);
    expect(JSON.stringify(result.steps)).not.toContain('Done.');
  });

  it('has none run in a child, and none in the parent after a child has seen it', async () => {
    const child = cell('globalThis.b = await rlm_query("who?")');
    const replies = [plain, inPieces(child), drafted, drafted];
    expect((await runRlm({ ...options, model: scriptedModel(replies) }).result).answer).toBe('Ann');
    const learns = [inPieces(child), plain, inPieces(cell('FINAL("x")')), drafted];
    const model = scriptedModel(learns);
    expect((await runRlm({ ...options, model }).result).answer).toBe('Ann');
  });

  it('has a reply without a thought read whole, and run', async () => {
    const hybrid = inPieces(`${cell('FINAL("Ann")')}\nDone.\n`);
    const model = scriptedModel([plain, hybrid]);
    expect((await runRlm({ ...options, model }).result).answer).toBe('Ann');
  });
});

describe('a reply that is nothing but a thought', () => {
  it.each(['<think>\nPerhaps Bob', '<think>Bob</think>\n', 'analysisWe need Bob.'])(
    'is asked for again, as an empty one is: %j',
    async (thought) => {
      const code = cell('FINAL(await llm_query("who?"))');
      const subModel = scriptedModel([thought, 'Ann']);
      const asked = await runRlm({ ...options, model: scriptedModel([code]), subModel }).result;
      expect(asked.answer).toBe('Ann');
      const failed = await runRlm({
        ...options,
        model: scriptedModel([cell('try { await llm_query("?") } catch (e) { FINAL(e.message) }')]),
        subModel: () => thought,
        cache: { getItem: () => Promise.resolve(null), setItem: () => Promise.reject(new Error()) },
      }).result;
      expect(failed).toMatchObject({
        answer: expect.stringContaining('empty') as string,
        diagnostics: [{ code: 'no_context' }, { code: 'sub_queries_failed' }],
      });
      const response = await runResponse({ model: () => thought, prompt: 'p' }).result;
      expect(response).toMatchObject({
        status: 'llm_empty_response_error',
        assistantResponse: '',
      });
      const root = scriptedModel([thought, thought, 'FINAL(Ann)']);
      expect((await runRlm({ ...options, model: root }).result).answer).toBe('Ann');
    },
  );
});

describe('marks of thoughts', () => {
  it.each([
    'Qwen opens a thought with <think> and ends it with </think>.',
    'Ann\n\n<think>\nas an example\n</think>',
    '{"tag": "</think>"}',
  ])('that an answer quotes stay: %j', async (quoting) => {
    const code = cell('FINAL(await llm_query("which?"))');
    const asked = { ...options, model: scriptedModel([code]), subModel: () => quoting };
    expect((await runRlm(asked).result).answer).toBe(quoting);
    const response = await runResponse({ model: () => quoting, prompt: 'p' }).result;
    expect(response.assistantResponse).toBe(quoting);
    const replies = scriptedModel([cell('let a = 1'), quoting]);
    const wrapUp = await runRlm({ ...options, model: replies, maxSteps: 1 }).result;
    expect(wrapUp).toMatchObject({ answer: quoting, source: 'wrap-up' });
  });

  it('stay in a journal', async () => {
    const store = memoryStore();
    const reply = '<think>Perhaps Bob</think>FINAL(Ann)';
    const journal = await store.create({ runId: 'r' });
    await runRlm({ ...options, model: () => reply, journal }).result;
    const records: unknown[] = [];
    for await (const record of store.read('r')) records.push(record);
    expect(JSON.stringify(records)).toContain('Perhaps Bob');
  });
});

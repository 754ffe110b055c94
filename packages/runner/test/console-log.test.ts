import { inspect } from 'node:util';

import { scriptedModel } from '@rlm/kernel/testing';
import { runResponse, runTask } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { runMany, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const usage = { inputTokens: 1_000, outputTokens: 234 };
const prices = { inputPerMillion: 1, outputPerMillion: 1 };
const base = { sandbox: watchedBackend(), query: 'q', context: 'c', prices };

describe('console.log(result)', () => {
  it('shows an answer, how it came, and what it used', async () => {
    const replies = [
      { text: cell('print("x".repeat(9_000))'), usage },
      { text: cell('FINAL("Ines")'), usage },
    ];
    const result = await runRlm({ ...base, model: scriptedModel(replies) }).result;
    expect(inspect(result)).toBe(`{
  answer: 'Ines',
  finishReason: 'final',
  stop: null,
  usage: [2 calls, 2,468 tokens, $0.0025],
  steps: [2 steps]
}`);
  });

  it('shows why there is none, and nothing that steers a terminal', async () => {
    const model = scriptedModel([{ status: 401, message: `\u001B[2J${'x'.repeat(9_000)}` }]);
    const result = await runRlm({ ...base, context: 'c', model }).result;
    const shown = inspect(result);
    expect(shown).toMatch(
      /answer: null,\n {2}finishReason: 'error',\n {2}stop: \{\n {4}code: 'provider_error'/,
    );
    expect(shown).not.toContain('\u001B');
    expect(shown.length).toBeLessThan(2_500);
  });

  it.each(['"a".repeat(1e6)', '{ rows: Array.from({ length: 1e5 }, () => "\\u001b[2J") }'])(
    'bounds what it shows of an answer: %s',
    async (value) => {
      const model = scriptedModel([cell(`FINAL(${value})`)]);
      const result = await runRlm({ ...base, model }).result;
      expect(inspect(result).length).toBeLessThan(4_000);
      expect(inspect([{ result }], { depth: 1 }).length).toBeLessThan(4_000);
    },
  );

  it('names diagnostics by their codes', async () => {
    const model = scriptedModel([cell('FINAL(1)')]);
    const result = await runRlm({ model, sandbox: watchedBackend(), query: 'q' }).result;
    expect(inspect(result)).toContain("diagnostics: [ 'no_context' ]");
  });

  it('leaves copies, keys and JSON as they are', async () => {
    const result = await runRlm({ ...base, model: scriptedModel([cell('FINAL(1)')]) }).result;
    const copy = { ...result };
    expect(Object.getOwnPropertySymbols(copy)).toEqual([]);
    expect(Object.keys(copy)).toEqual(Object.keys(result));
    expect(inspect(copy)).toContain('REPLEntry');
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ answer: '1', steps: [{}] });
    expect(Object.isFrozen(result)).toBe(true);
  });

  it('is as short for the other loop, and within the results of a job', async () => {
    const model = (): ReturnType<typeof scriptedModel> =>
      scriptedModel([{ text: 'Done. <finish_task>all done</finish_task>', usage }]);
    const task = await runTask({ model: model(), prompt: 'p' }).result;
    expect(inspect(task).replace(task.task.id, 't')).toBe(`{
  status: 'pending_review',
  finishSummary: 'all done',
  assistantResponse: 'Done. <finish_task>all done</finish_task>',
  actionResults: [1 action],
  messages: [3 messages],
  task: { id: 't', status: 'pending_review' },
  finishReason: 'final',
  stop: null,
  usage: [1 call, 1,234 tokens],
  steps: [1 step]
}`);
    const response = await runResponse({ model: () => 'Hello.', prompt: 'p' }).result;
    expect(inspect(response)).toMatch(
      /^\{\n {2}status: 'completed',\n {2}assistantResponse: 'Hello\.'/,
    );
    const job = runMany(['q'], { ...base, model: scriptedModel([cell('FINAL("yes")')]) });
    expect(inspect(await job.result)).toMatch(
      /result: \{\n {6}answer: 'yes',[^]*steps: \[1 step\]/,
    );
  });
});

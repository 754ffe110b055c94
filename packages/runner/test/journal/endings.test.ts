import { memoryStore } from '@rlm/journal';
import { defineTool } from '@rlm/kernel';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { runResponse, runTask } from '@rlm/penguin-engine';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { folderStore, linesOf, writeLines } from './folder-store.js';

const finish = '<finish_task>{"summary": "Done", "status": "done"}</finish_task>';
const block = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

/** A model that says nothing until it is aborted. */
const hanging: RunRlmOptions['model'] = ({ abortSignal }) =>
  new Promise((_, reject) => {
    abortSignal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

/** A model that must not be asked. */
const never: RunRlmOptions['model'] = () => {
  throw new Error('the model was asked');
};

describe('a run with a journal that ended', () => {
  it('by its time ends by it again, at the same place', async () => {
    const store = memoryStore();
    const options = { sandbox: quickjs(), query: 'What?', limits: { timeoutMs: 700 } };
    const clock = manualClock();
    const model: RunRlmOptions['model'] = (request) => {
      void clock.advance(700);
      return hanging(request);
    };
    const journal = await store.create({ runId: 'late' });
    const first = await runRlm({ ...options, model, clock, journal }).result;
    expect(first.finishReason).toBe('timeout');
    const again = await store.open('late');
    const resumed = await runRlm({ ...options, model: never, journal: again }).result;
    expect({ ...resumed.stop }).toEqual({ ...first.stop });
  });

  it('by its caller is open, and goes on', async () => {
    const store = memoryStore();
    const options = { sandbox: quickjs(), query: 'What?' };
    const journal = await store.create({ runId: 'left' });
    const run = runRlm({ ...options, model: hanging, journal });
    for await (const { type } of run) if (type === 'model-start') run.abort();
    expect((await run.result).finishReason).toBe('aborted');
    const model = () => block('FINAL(1)');
    const resumed = await runRlm({ ...options, model, journal: await store.open('left') }).result;
    expect(resumed.answer).toBe('1');
  });

  it('by a fault of its model goes on before it', async () => {
    const store = memoryStore();
    const prompt = 'Do it';
    const look = defineTool({ name: 'look', description: 'Looks.', execute: () => 'seen' });
    const options = { prompt, tools: [look] };
    const failing = scriptedModel(['<look></look>', { status: 401, message: 'no key' }]);
    const journal = await store.create({ runId: 'fault' });
    const first = await runTask({ ...options, model: failing, journal }).result;
    expect(first.status).toBe('provider_error');
    const model = scriptedModel([finish]);
    const again = await store.open('fault');
    const resumed = await runTask({ ...options, model, journal: again }).result;
    expect(resumed).toMatchObject({ status: 'pending_review', finishSummary: 'Done' });
    expect(model.calls).toHaveLength(1);
  });

  it('by an answer in a conversation gives it again', async () => {
    const store = memoryStore();
    const options = { prompt: 'Hello?' };
    const model = scriptedModel(['<finish_response>Hi</finish_response>']);
    const journal = await store.create({ runId: 'talk' });
    const first = await runResponse({ ...options, model, journal }).result;
    const again = await store.open('talk');
    const resumed = await runResponse({ ...options, model: never as never, journal: again }).result;
    expect(resumed).toMatchObject({ status: 'completed', finishSummary: first.finishSummary });
    expect(resumed.usage).toEqual(first.usage);
  });
});

describe('what a journal cannot hold', () => {
  it('fails the run at once, and names what gave it', async () => {
    const end = defineTool({
      name: 'end',
      description: 'Ends.',
      execute: (_, context) => {
        context.finish({ status: 'done', summary: 'x', at: new Date(0) } as never);
      },
    });
    const journal = await memoryStore().create({ runId: 'date' });
    const { status, stop } = await runTask({
      prompt: 'What day is it?',
      tools: [end],
      model: scriptedModel(['<end></end>', finish]),
      journal,
    }).result;
    expect({ status, code: stop?.code }).toEqual({
      status: 'error',
      code: 'effect_not_recordable',
    });
    expect(stop?.message).toMatch(/'tool'.*Date/);
  });

  it('is no Date or Map of a tool: they are data as in each run', async () => {
    const execute = (): unknown => new Map([['at', new Date(0)]]);
    const today = defineTool({ name: 'today', description: 'Tells.', execute });
    const journal = await memoryStore().create({ runId: 'map' });
    const model = scriptedModel(['<today></today>', finish]);
    const options = { prompt: 'What day is it?', tools: [today], model, journal };
    expect((await runTask(options).result).status).toBe('pending_review');
    expect(model.calls[1]?.messages.at(-1)?.content).toContain('"at": "1970-01-01T00:00:00.000Z"');
  });
});

describe('a tool that must not be called twice', () => {
  it('is not called again after a crash in its midst, and the model is told', async () => {
    await using files = await folderStore();
    const { folder, store } = files;
    const keys: string[] = [];
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      repeatable: false,
      execute: (sum, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return `paid ${sum}`;
      },
    });
    const options = { prompt: 'Pay', tools: [pay] };
    const replies = ['<pay>5</pay>', finish];
    const journal = await store.create({ runId: 'paid' });
    await runTask({ ...options, model: scriptedModel([...replies]), journal }).result;
    const lines = await linesOf(folder, 'paid');
    const begun = lines.findIndex((line) => (JSON.parse(line) as { t: string }).t === 'begun');
    await writeLines(folder, 'paid', lines.slice(0, begun + 1));
    const model = scriptedModel([finish]);
    const resumed = await runTask({ ...options, model, journal: await store.open('paid') }).result;
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(resumed.actionResults[0]?.status).toBe('error');
    expect(resumed.actionResults[0]?.result).toContain('happened already');
    expect(JSON.stringify(model.calls[0])).toContain('happened already');
  });
});

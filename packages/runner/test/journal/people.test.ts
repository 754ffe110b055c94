import { invalidOption } from '@rlm/config/options-suite';
import { decide, memoryStore, type RunStore } from '@rlm/journal';
import { defineTool, requiresApproval, suspend } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { runTask } from '@rlm/penguin-engine';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';

/** The keys of the decisions that a run waits for. */
async function waitsOf(store: RunStore, runId: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const line of store.read(runId)) {
    const { t, key } = line as unknown as { readonly t: string; readonly key?: string };
    if (t === 'wait' && key !== undefined) keys.push(key);
  }
  return keys;
}

/** A tool that sends mails, after a person has agreed, and those that it sent. */
function mailer() {
  const sent: string[] = [];
  const tool = defineTool({
    name: 'send',
    description: 'Sends a mail.',
    execute: (to) => {
      sent.push(to);
      return `sent to ${to}`;
    },
  });
  return { sent, tools: [requiresApproval(tool)] };
}

const replies = [
  '<send>ada</send>',
  '<finish_task>{"summary": "Mail sent", "status": "done"}</finish_task>',
];

describe('a decision that nobody can give now', () => {
  it.each([
    [true, ['ada'], 'sent to ada'],
    [false, [], 'was not approved'],
  ] as const)('suspends a task; %s goes on with it', async (value, mails, result) => {
    const store = memoryStore();
    const { sent, tools } = mailer();
    const options = { prompt: 'Tell Ada', tools, approve: () => suspend() };
    const model = scriptedModel([...replies]);
    const journal = await store.create({ runId: 'task' });
    const first = await runTask({ ...options, model, journal }).result;
    const [key = ''] = await waitsOf(store, 'task');
    expect(first).toMatchObject({ status: 'suspended', stop: { finishReason: 'suspended' } });
    expect(first.stop?.wait).toMatchObject({ key, request: { action: 'send', arguments: 'ada' } });
    expect(first.task.status).toBe('active');
    expect(sent).toEqual([]);

    await decide(store, 'task', { key, value });
    const again = await store.open('task');
    const next = scriptedModel([replies[1] ?? '']);
    const resumed = await runTask({ ...options, model: next, journal: again }).result;
    expect(resumed.status).toBe('pending_review');
    expect(resumed.actionResults[0]?.result).toContain(result);
    expect(sent).toEqual(mails);
    expect(next.calls).toHaveLength(1);
  });

  it('asks for all native calls of a reply at once, and performs none before all are decided', async () => {
    const store = memoryStore();
    const { sent, tools } = mailer();
    const people = ['ada', 'bob', 'cy', 'dee'];
    const toolCalls = people.map((name) => ({ id: name, name: 'send', arguments: name }));
    const asked: string[] = [];
    const approve = ({ callId }: { readonly callId: string }) => {
      asked.push(callId);
      return suspend();
    };
    const options = { prompt: 'Tell all', tools, approve };
    const journal = await store.create({ runId: 'mails' });
    const model = scriptedModel([{ text: '', toolCalls }]);
    expect(await runTask({ ...options, model, journal }).result).toMatchObject({
      status: 'suspended',
      actionResults: [],
    });
    expect(asked).toEqual(people);
    const keys = await waitsOf(store, 'mails');
    expect(keys).toHaveLength(4);

    for (const key of keys.slice(1)) await decide(store, 'mails', { key, value: key !== keys[2] });
    const early = { ...options, model: scriptedModel([]), journal: await store.open('mails') };
    expect(await runTask(early).result).toMatchObject({ status: 'suspended' });
    // The first of them is not decided, and so is asked for again.
    expect([sent, asked]).toEqual([[], [...people, 'ada']]);

    await decide(store, 'mails', { key: keys[0] ?? '', value: true });
    const last = scriptedModel([replies[1] ?? '']);
    const resumed = await runTask({ ...options, model: last, journal: await store.open('mails') })
      .result;
    expect(resumed.status).toBe('pending_review');
    expect(resumed.actionResults.map(({ status }) => status)).toEqual([
      ...['completed', 'completed', 'error', 'completed', 'completed'],
    ]);
    expect(sent).toEqual(['ada', 'bob', 'dee']);
    expect(asked).toHaveLength(5);
  });

  it('suspends a run whose code calls a tool', async () => {
    const store = memoryStore();
    const { sent, tools } = mailer();
    const options = {
      model: () =>
        '```js\nlet said; try { said = await send("ada") } catch { said = "caught" }\nFINAL(said)\n```',
      sandbox: quickjs(),
      query: 'Tell Ada',
      tools,
      approve: () => suspend(),
      throwOnFailure: true,
    };
    const journal = await store.create({ runId: 'run' });
    const first = await runRlm({ ...options, journal }).result;
    expect(first).toMatchObject({ finishReason: 'suspended', answer: null });
    const [key = ''] = await waitsOf(store, 'run');
    await decide(store, 'run', { key, value: { approved: true } });
    const resumed = await runRlm({ ...options, journal: await store.open('run') }).result;
    expect(resumed).toMatchObject({ answer: 'sent to ada', resumed: 1 });
    expect(sent).toEqual(['ada']);
  });

  it.each(['[send("ada"), llm_query("Who?")]', '[llm_query("Who?"), send("ada")]'])(
    'leaves a run suspended whose other calls end meanwhile: %s',
    async (calls) => {
      const store = memoryStore();
      const { sent, tools } = mailer();
      let asked = 0;
      const options = {
        model: () => `\`\`\`js\nFINAL((await Promise.all(${calls})).sort().join())\n\`\`\``,
        subModel: () => `reply ${++asked}`,
        sandbox: quickjs(),
        query: 'Tell Ada',
        tools,
        approve: () => suspend(),
      };
      const journal = await store.create({ runId: 'run' });
      const first = await runRlm({ ...options, journal }).result;
      expect(first.finishReason).toBe('suspended');
      const statuses: string[] = [];
      for await (const { status } of store.list()) statuses.push(status);
      expect(statuses).toEqual(['suspended']);
      await decide(store, 'run', { key: first.stop?.wait?.key ?? '', value: true });
      const resumed = await runRlm({ ...options, journal: await store.open('run') }).result;
      expect([resumed.answer, sent, asked]).toEqual(['reply 1,sent to ada', ['ada'], 1]);
    },
  );

  it('fails a run that has no journal', async () => {
    const { tools } = mailer();
    const model = scriptedModel([...replies]);
    const options = { tools, approve: () => suspend() };
    const { status, error } = await runTask({ ...options, model, prompt: 'Tell Ada' }).result;
    expect(status).toBe('error');
    expect(error).toMatch(/^suspend\(\) .*\bthe option journal\b/);
    const run = runRlm({
      ...options,
      model: () => '```js\nawait send("ada")\n```',
      sandbox: quickjs(),
      query: 'Tell Ada',
    });
    expect(await run.result).toMatchObject({ finishReason: 'error' });
  });
});

describe('a finish that waits for its review', () => {
  const options = { prompt: 'Tell Ada', review: 'wait' } as const;
  const finish = replies[1] ?? '';

  it('is completed by a person', async () => {
    const store = memoryStore();
    const journal = await store.create({ runId: 'task' });
    const first = await runTask({ ...options, model: scriptedModel([finish]), journal }).result;
    expect(first).toMatchObject({
      status: 'pending_review',
      finishSummary: 'Mail sent',
      requiresReview: true,
      task: { status: 'pending_review' },
    });
    const [key = ''] = await waitsOf(store, 'task');
    await decide(store, 'task', { key, value: { approved: true, reviewer: 'Grace' } });
    const again = await store.open('task');
    const resumed = await runTask({ ...options, model: scriptedModel([]), journal: again }).result;
    expect(resumed).toMatchObject({
      status: 'completed',
      finishSummary: 'Mail sent',
      task: { status: 'completed' },
    });
  });

  it('goes on where a person does not accept it, and may finish again', async () => {
    const store = memoryStore();
    const journal = await store.create({ runId: 'task' });
    await runTask({ ...options, model: scriptedModel([finish]), journal }).result;
    const [key = ''] = await waitsOf(store, 'task');
    await decide(store, 'task', { key, value: { approved: false, reason: 'Ada got nothing' } });
    const model = scriptedModel([finish]);
    const resumed = runTask({ ...options, model, journal: await store.open('task') });
    const reviews = [];
    for await (const event of resumed) if (event.type === 'task-review') reviews.push(event);
    expect(reviews).toMatchObject([
      {
        approved: false,
        reason: 'Ada got nothing',
        status: 'done',
        summary: 'Mail sent',
        step: 1,
      },
    ]);
    const second = await resumed.result;
    expect(second.status).toBe('pending_review');
    expect(JSON.stringify(model.calls.at(0))).toContain('Ada got nothing');
    const keys = await waitsOf(store, 'task');
    await decide(store, 'task', { key: keys.at(-1) ?? '', value: { approved: true } });
    const last = await store.open('task');
    const third = await runTask({ ...options, model: scriptedModel([]), journal: last }).result;
    expect(third.status).toBe('completed');
  });

  it('needs a journal', () => {
    expect(() => runTask({ ...options, model: scriptedModel([finish]) })).toThrow(
      invalidOption('review', 'journal'),
    );
  });
});

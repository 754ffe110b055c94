import type { Tool } from '@rlm/kernel';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { defineTool, runResponse, runTask } from '../../src/index.js';

const cut = (text: string): ScriptedReply => ({ text, finishReason: 'length' });
const lastMessage = (model: ReturnType<typeof scriptedModel>): string =>
  model.calls.at(-1)?.messages.at(-1)?.content ?? '';

const modes = [
  ['runResponse', runResponse, 'completed'],
  ['runTask', runTask, 'implicit_completion'],
] as const;

describe.each(modes)('a reply that is cut off by its length, in %s', (_, run, finished) => {
  it('is asked to go on, and is one reply with what comes then', async () => {
    const model = scriptedModel([cut('The first half, '), cut('the second'), ' half.']);
    const result = await run({ model, prompt: 'Go' }).result;
    expect(result).toMatchObject({
      status: finished,
      steps: { length: 1 },
      assistantResponse: 'The first half, the second half.',
    });
    expect(lastMessage(model)).toMatch(/\bcut off\b.*\bContinue\b/);
    expect(result.usage.total.calls).toBe(3);
  });

  it('runs an action whose body it cuts in two, once and whole', async () => {
    const said: string[] = [];
    const note = defineTool({
      name: 'note',
      description: '',
      execute: (text) => said.push(text),
    });
    const model = scriptedModel([cut('<note>first '), 'second</note>', 'All is noted.']);
    await run({ model, prompt: 'Go', tools: [note] }).result;
    expect(said).toEqual(['first second']);
  });

  it('does not end the run as finished: the model is told, and goes on in the next turn', async () => {
    const model = scriptedModel([cut('The first half, '), 'and the second.']);
    const result = await run({ model, prompt: 'Go', maxContinuations: 0 }).result;
    expect(lastMessage(model)).toMatch(/^\[Engine note\]\n- .*\bcut off\b.*\blimit\b.*$/);
    expect(result).toMatchObject({
      status: finished,
      steps: { length: 2 },
      assistantResponse: 'The first half, and the second.',
      diagnostics: [{ code: 'reply_cut_off' }],
    });
  });

  it('ends the run as stuck when nothing but halves come', async () => {
    const model = scriptedModel([cut('and on ')], { after: 'repeat' });
    const result = await run({ model, prompt: 'Go', maxSteps: 20 }).result;
    expect(result).toMatchObject({ status: 'malformed_action_output', steps: { length: 4 } });
  });

  it('keeps what was paid for where there is no room to go on', async () => {
    const model = scriptedModel([cut('The first half, '), 'and the second.']);
    const result = await run({ model, prompt: 'Go', limits: { maxCalls: 1 } }).result;
    expect(result).toMatchObject({
      status: 'budget_limited',
      assistantResponse: 'The first half, ',
      usage: { total: { calls: 1 } },
    });
  });

  const shell = (ran: unknown[]): Tool =>
    defineTool({ name: 'shell', description: '', execute: (text) => ran.push(text) });

  it('runs no native call whose arguments it cuts off', async () => {
    const ran: unknown[] = [];
    const toolCalls = [
      { id: '1', name: 'shell', arguments: '{"input":"ls"}' },
      { id: '2', name: 'shell', arguments: '{"input":"rm -r /tmp/a' },
    ];
    const model = scriptedModel([{ text: '', toolCalls, finishReason: 'length' }, 'All is done.']);
    const result = await run({ model, prompt: 'Go', tools: [shell(ran)] }).result;
    expect(ran).toEqual(['ls']);
    expect(result.actionResults).toMatchObject([
      { status: 'completed' },
      {
        status: 'error',
        result: expect.stringMatching(/^Error: .*\bcut off\b/) as string,
      },
    ]);
    expect(lastMessage(model)).toMatch(/\bnot run\b.*\bshorter\b/);
  });

  it('runs no action of a text that it cuts off for good', async () => {
    const ran: unknown[] = [];
    const model = scriptedModel([cut('<shell>rm -r /tmp/a'), 'All is done.']);
    const options = { model, prompt: 'Go', tools: [shell(ran)], maxContinuations: 0 };
    const result = await run(options).result;
    expect(ran).toEqual([]);
    expect(result.assistantResponse).toBe('All is done.');
    expect(lastMessage(model)).toMatch(/\bnot run\b.*\bagain\b/);
  });
});

describe.each(modes)('a reply that is longer than limits.maxReplyChars, in %s', (_, run) => {
  const limits = { maxReplyChars: 200 };

  it('is stopped there: what is whole in it runs, and the model is told to be shorter', async () => {
    const said: string[] = [];
    const note = defineTool({
      name: 'note',
      description: '',
      execute: (text) => said.push(text),
    });
    const model = scriptedModel([`<note>first</note>${' and on'.repeat(100)}`, 'All is noted.']);
    const result = await run({ model, prompt: 'Go', tools: [note], limits }).result;
    expect(said).toEqual(['first']);
    expect(lastMessage(model)).toMatch(/\btoo long\b.*\bstopped\b/);
    expect(result.diagnostics).toMatchObject([
      { code: 'reply_too_long', step: 1 },
      { code: 'reply_cut_off', step: 1 },
    ]);
    expect(result.usage.total.calls).toBe(2);
  });

  it('is not asked to go on, and is no part of the answer', async () => {
    const model = scriptedModel(['x'.repeat(1_000), 'Short.']);
    const result = await run({ model, prompt: 'Go', limits }).result;
    expect(model.calls).toHaveLength(2);
    expect(result.assistantResponse).toBe('Short.');
  });

  it('has a million characters where nothing is said', async () => {
    const model = scriptedModel(['x'.repeat(1_000_001), 'Short.']);
    const result = await run({ model, prompt: 'Go' }).result;
    expect(result.diagnostics[0]).toMatchObject({ code: 'reply_too_long' });
    expect(result.diagnostics[0]?.message).toContain('1,000,000 characters');
  });

  it('is refused as an option that is no positive integer', () => {
    const model = scriptedModel(['']);
    expect(() => run({ model, prompt: 'Go', limits: { maxReplyChars: 0 } })).toThrow(
      'limits.maxReplyChars',
    );
  });
});

import { defineTool } from '@rlm/kernel';
import type { ModelMessage, ModelRequest } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';

const weather = defineTool({ name: 'weather', description: 'The weather', execute: () => 'hot' });
const call = { id: 'c1', name: 'weather', arguments: '{"input":"Rome"}' };
const text = (words: string) => [{ type: 'text' as const, text: words }];

/** The messages of a run that calls a tool, and then answers. */
const spoken: ModelMessage[] = [
  { role: 'user', content: text('How hot is Rome?') },
  {
    role: 'assistant',
    content: [
      ...text('I look.'),
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { input: 'Rome' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'weather',
        output: { type: 'text', value: 'hot' },
      },
    ],
  },
  { role: 'assistant', content: text('Hot.') },
];

describe('messages of a result', () => {
  it('are the conversation with its calls and results, in the form of the AI SDK', async () => {
    const model = scriptedModel([{ text: 'I look.', toolCalls: [call] }, 'Hot.']);
    const prompt = 'How hot is Rome?';
    const { messages } = await runResponse({ model, prompt, tools: [weather] }).result;
    expect(messages).toEqual(spoken);
  });

  it('are taken back, so that the next request is an exact extension of the last', async () => {
    const asked: ModelRequest[] = [];
    const replies = [{ text: 'I look.', toolCalls: [call] }, { text: 'Hot.' }, { text: 'Yes.' }];
    const model = (request: ModelRequest) => {
      asked.push(request);
      return replies[asked.length - 1] ?? { text: '' };
    };
    const options = { model, tools: [weather] };
    const first = await runResponse({ ...options, prompt: 'How hot is Rome?' }).result;
    const next = await runResponse({ ...options, messages: first.messages, prompt: 'Sure?' })
      .result;
    const [before, after] = [asked[1]?.messages ?? [], asked[2]?.messages ?? []];
    expect(before.length).toBeGreaterThan(3);
    // The adapter of the AI SDK sends the arguments as data too.
    const asData = (messages: readonly unknown[]): unknown =>
      JSON.parse(
        JSON.stringify(messages).replace('"{\\\"input\\\":\\\"Rome\\\"}"', '{"input":"Rome"}'),
      );
    expect(asData(after.slice(0, before.length))).toEqual(asData(before));
    expect(next.messages).toEqual([
      ...spoken,
      { role: 'user', content: text('Sure?') },
      { role: 'assistant', content: text('Yes.') },
    ]);
  });

  it('end with the finish that ended the run', async () => {
    const model = scriptedModel(['<finish_task>Done it</finish_task>']);
    const { messages } = await runTask({ model, prompt: 'Do it' }).result;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[1]).toMatchObject({
      content: [{ type: 'text' }, { type: 'tool-call', toolName: 'finish_task' }],
    });
  });

  it('are those that were given if the run never began', async () => {
    const abortSignal = AbortSignal.abort();
    const model = scriptedModel([]);
    const options = { model, messages: spoken, prompt: 'Sure?', abortSignal };
    const { status, messages } = await runResponse(options).result;
    expect(status).toBe('aborted');
    expect(messages.slice(0, spoken.length)).toEqual(spoken);
  });

  it('keep what was said before a fault', async () => {
    const model = scriptedModel([
      { text: 'I look.', toolCalls: [call] },
      { raise: new Error('no') },
    ]);
    const options = { model, prompt: 'How hot is Rome?', tools: [weather], retry: { attempts: 1 } };
    const { messages } = await runResponse(options).result;
    expect(messages).toEqual(spoken.slice(0, 3));
  });
});

describe('messages of a run', () => {
  it('have the request as their last, if there is no prompt', async () => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest) => {
      asked.push(request);
      return 'Yes.';
    };
    const messages = [...spoken, { role: 'user' as const, content: text('Sure?') }];
    const result = await runTask({ model, messages }).result;
    expect(asked[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Sure?' });
    expect(asked[0]?.messages).toHaveLength(messages.length + 1);
    expect(result.task.name).toBe('Sure?');
  });

  it('lose reasoning, and what a provider carried out itself', async () => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest) => {
      asked.push(request);
      return 'Yes.';
    };
    const messages = [
      { role: 'user', content: 'Look it up' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'Found.' },
          {
            type: 'tool-call',
            toolCallId: 'p',
            toolName: 'web',
            input: {},
            providerExecuted: true,
          },
        ],
      },
    ] as const;
    await runResponse({ model, messages, prompt: 'Sure?' }).result;
    expect(asked[0]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Look it up' },
      { role: 'assistant', content: 'Found.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });
});

import { runResponse } from '@rlm/penguin-engine';
import { defineTool } from '@rlm/kernel';
import { convertToModelMessages, generateText, type ModelMessage } from 'ai';
import { generateText as generateTextOf7 } from 'ai-7';
import { scriptedModel } from '@rlm/kernel/testing';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';

const weather = defineTool({ name: 'weather', description: 'The weather', execute: () => 'hot' });

const sdkModel = () =>
  new MockLanguageModelV3({
    doGenerate: () =>
      Promise.resolve({
        content: [{ type: 'text' as const, text: 'Yes.' }],
        finishReason: { unified: 'stop' as const, raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
  });

it('messages of a result are messages of ai 6 and ai 7, and come back', async () => {
  const model = scriptedModel([
    { text: '', toolCalls: [{ id: 'c1', name: 'weather', arguments: {} }] },
    'Hot.',
    'I said hot.',
  ]);
  const first = await runResponse({ model, prompt: 'How hot?', tools: [weather] }).result;
  const sure: ModelMessage = { role: 'user', content: 'Sure?' };
  const messages: ModelMessage[] = [...first.messages, sure];
  const { response } = await generateText({ model: sdkModel(), messages });
  const ofSeven = await generateTextOf7({ model: sdkModel(), messages: [...first.messages, sure] });
  expect(ofSeven.text).toBe('Yes.');
  const all = [...messages, ...response.messages];
  const { assistantResponse } = await runResponse({ model, messages: all, prompt: 'What?' }).result;
  expect(assistantResponse).toBe('I said hot.');
  expect(
    model.calls
      .at(-1)
      ?.messages.slice(1)
      .map(({ role }) => role),
  ).toEqual([...['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user']]);
});

it('messages of useChat are taken without a prompt', async () => {
  const parts = [{ type: 'text' as const, text: 'How hot?' }];
  const messages = await convertToModelMessages([{ role: 'user', parts }]);
  const { task, messages: said } = await runResponse({ model: () => 'Hot.', messages }).result;
  expect(task).toBe(undefined);
  expect(said.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

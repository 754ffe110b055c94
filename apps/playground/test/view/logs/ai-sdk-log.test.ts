import { generateText, jsonSchema, type GenerateTextResult, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { readLog } from '../../../src/view/logs/read-log.js';
import { describeEnd } from '../../../src/view/selectors.js';
import { runOf } from '../../support/logs.js';

const tokens = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};

async function generate(): Promise<Pick<GenerateTextResult<never, never>, 'response'>> {
  const call = (toolCallId: string, what: string) =>
    ({
      type: 'tool-call',
      toolCallId,
      toolName: 'weigh',
      input: JSON.stringify({ what }),
    }) as const;
  const replies = [
    {
      content: [
        { type: 'reasoning', text: 'I must weigh.' },
        { type: 'text', text: 'Let me see.' },
        call('c1', 'comet'),
        call('c2', 'nothing'),
      ],
      finishReason: { unified: 'tool-calls', raw: undefined },
    },
    {
      content: [{ type: 'text', text: 'It is 7 t.' }],
      finishReason: { unified: 'stop', raw: undefined },
    },
  ] as const;
  let turns = 0;
  const model = new MockLanguageModelV3({
    doGenerate: () => {
      const reply = replies[turns++] ?? replies[1];
      return Promise.resolve({
        ...reply,
        content: [...reply.content],
        usage: tokens,
        warnings: [],
      });
    },
  });
  const weigh = tool({
    inputSchema: jsonSchema<{ what: string }>({ type: 'object' }),
    execute: ({ what }) => {
      if (what === 'nothing') throw new Error('no scales');
      return { tons: 7 };
    },
  });
  return generateText({ model, prompt: 'Weigh it', tools: { weigh }, stopWhen: stepCountIs(5) });
}

const calls = [
  { name: 'weigh', arguments: '{"what":"comet"}', result: '{"tons":7}', status: 'completed' },
  { name: 'weigh', arguments: '{"what":"nothing"}', result: 'no scales', status: 'error' },
];

describe('readLog of an AI SDK call', () => {
  it('shows the result of generateText as it is written to JSON', async () => {
    const result = await generate();
    for (const text of [JSON.stringify(result), JSON.stringify(result, null, 2)]) {
      expect((await readLog(text)).format).toBe('ai-sdk');
      const run = await runOf(text);
      expect(run.steps).toMatchObject([
        { reasoning: 'I must weigh.\n\nLet me see.', tokens: 13, actions: calls },
        { reasoning: 'It is 7 t.', tokens: 13, actions: [] },
      ]);
      expect(run.end).toMatchObject({
        answer: 'It is 7 t.',
        finishReason: 'final',
        inputTokens: 20,
        outputTokens: 6,
      });
    }
  });

  it('shows messages of a model: of a response, as a list, and one on a line', async () => {
    const { messages } = (await generate()).response;
    const whole = [
      { role: 'user', content: 'Weigh it' },
      ...messages,
      { role: 'user', content: 'Thanks' },
    ];
    const shown = [{ actions: calls }, { reasoning: 'It is 7 t.' }];
    expect(
      (await runOf(JSON.stringify({ text: 'It is 7 t.', response: { messages } }))).steps,
    ).toMatchObject(shown);
    for (const text of [
      JSON.stringify(whole),
      whole.map((each) => JSON.stringify(each)).join('\n'),
    ]) {
      const run = await runOf(text);
      expect(run.query).toBe('Weigh it');
      expect(run.steps).toMatchObject(shown);
      expect(run.steps[1]?.notices).toEqual([{ code: 'user', message: 'Thanks' }]);
      // Messages say neither how long they took nor what they cost.
      for (const name of ['inputTokens', 'outputTokens', 'durationMs'])
        expect(run.end).not.toHaveProperty(name);
      expect(run.steps[0]).not.toHaveProperty('durationMs');
    }
  });

  it('shows messages of a user interface', async () => {
    const parts = [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm.' },
      {
        type: 'tool-weigh',
        toolCallId: 'a',
        state: 'output-available',
        input: { what: 'it' },
        output: 7,
      },
      {
        type: 'dynamic-tool',
        toolName: 'send',
        toolCallId: 'b',
        state: 'output-error',
        input: {},
        errorText: 'no net',
      },
      { type: 'step-start' },
      { type: 'text', text: 'Seven.' },
    ];
    const run = await runOf(
      JSON.stringify([
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'Weigh it' }] },
        { id: '2', role: 'assistant', parts },
      ]),
    );
    expect(run.query).toBe('Weigh it');
    expect(run.steps).toMatchObject([
      {
        reasoning: 'Hm.',
        actions: [
          { name: 'weigh', arguments: '{"what":"it"}', result: '7', status: 'completed' },
          { name: 'send', result: 'no net', status: 'error' },
        ],
      },
      { reasoning: 'Seven.' },
    ]);
  });

  it('takes the names of AI SDK 4, and says where a reply was cut', async () => {
    const run = await runOf(
      JSON.stringify({
        steps: [
          {
            text: 'So',
            toolCalls: [{ toolCallId: 'a', toolName: 'weigh', args: { what: 'it' } }],
            toolResults: [{ toolCallId: 'a', toolName: 'weigh', result: 7 }],
            usage: { promptTokens: 4, completionTokens: 2 },
            finishReason: 'length',
          },
        ],
      }),
    );
    expect(run.steps).toMatchObject([
      { tokens: 6, actions: [{ arguments: '{"what":"it"}', result: '7' }] },
    ]);
    expect(describeEnd(run)).toBe(
      'It was stopped with an answer: The model ended its last reply with length',
    );
  });
});

import { defineTool } from '@rlm/kernel';
import type { ModelMessage, ModelRequest, RequestMessage } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask, type MessageLike } from '../../src/index.js';

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
        JSON.stringify(messages).replace('"{\\"input\\":\\"Rome\\"}"', '{"input":"Rome"}'),
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

const result = (toolCallId: string, value = 'hot', toolName = 'weather') => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName,
  output: { type: 'text' as const, value },
});
const asking = (...ids: readonly string[]) => ({
  role: 'assistant' as const,
  content: ids.map((toolCallId) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName: 'weather',
    input: { input: toolCallId },
  })),
});
const told = (...results: readonly ReturnType<typeof result>[]) => ({
  role: 'tool' as const,
  content: results,
});
const user = { role: 'user' as const, content: 'How hot?' };

/** Conversations, and what becomes of their calls: each id with its result. */
const torn: readonly (readonly [
  what: string,
  messages: readonly MessageLike[],
  pairs: readonly (readonly [id: string, result: string])[],
])[] = [
  ['a call without a result', [user, asking('a')], [['a', 'no result']]],
  [
    'one of two without a result',
    [user, asking('a', 'b'), told(result('b'))],
    [
      ['a', 'no result'],
      ['b', 'hot'],
    ],
  ],
  ['a call at the beginning', [asking('a'), user], [['a', 'no result']]],
  ['a result without a call', [user, told(result('a'))], [['a', 'hot']]],
  [
    'a result at the beginning',
    [told(result('a'), result('b', 'cold')), user],
    [
      ['a', 'hot'],
      ['b', 'cold'],
    ],
  ],
  [
    'a result that belongs to no call of its turn',
    [user, asking('a'), told(result('a'), result('b', 'x'))],
    [
      ['a', 'hot'],
      ['b', 'x'],
    ],
  ],
  [
    'a result after a plain reply',
    [user, { role: 'assistant', content: 'I look.' }, told(result('a'))],
    [['a', 'hot']],
  ],
  ['a message between', [asking('a'), user, told(result('a'))], [['a', 'hot']]],
  [
    'a reply between',
    [asking('a'), { role: 'assistant', content: 'Wait.' }, told(result('a'))],
    [['a', 'hot']],
  ],
  ['a result before its call', [user, told(result('a')), asking('a')], [['a', 'hot']]],
  [
    'two results of a call',
    [asking('a'), told(result('a', '1'), result('a', '2'))],
    [['a', '1\n\n2']],
  ],
  ['the same result twice', [asking('a'), told(result('a')), told(result('a'))], [['a', 'hot']]],
  [
    'an id of two calls',
    [asking('a', 'a'), told(result('a', '1'), result('a', '2'))],
    [
      ['a', '1'],
      ['a_2', '2'],
    ],
  ],
  [
    'an id of two turns, the first without a result',
    [asking('a'), user, asking('a'), told(result('a'))],
    [
      ['a', 'no result'],
      ['a_2', 'hot'],
    ],
  ],
  [
    'empty ids',
    [asking('', ''), told(result('', '1'), result('', '2'))],
    [
      ['call_2', '1'],
      ['call_3', '2'],
    ],
  ],
  ['another name', [asking('a'), told(result('a', 'hot', 'wetter'))], [['a', 'hot']]],
  [
    'results in the reply',
    [{ role: 'assistant', content: [...asking('a').content, result('a')] }],
    [['a', 'hot']],
  ],
  [
    'a result of what a provider carried out',
    [
      {
        role: 'assistant',
        content: [
          { ...asking('p').content[0], type: 'tool-call', providerExecuted: true } as never,
        ],
      },
      told(result('p')),
    ],
    [],
  ],
  [
    'the form of requests',
    [
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'a', name: 'weather', arguments: '' }],
      } as never,
    ],
    [['a', 'no result']],
  ],
];

describe('a conversation that is passed in', () => {
  it.each(torn)('has each call with its result: %s', async (_, messages, pairs) => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest) => {
      asked.push(request);
      return 'Yes.';
    };
    for (const run of [runResponse, runTask]) {
      const ended = await run({ model, messages, prompt: 'Sure?' }).result;
      const sent = asked.at(-1)?.messages ?? [];
      const found = pairsOf(sent);
      expect(found.map(([id]) => id)).toEqual(pairs.map(([id]) => id));
      for (const [at, [, text]] of pairs.entries()) expect(found[at]?.[1]).toContain(text);
      const others = ({ role }: { role: string }) => role === 'user';
      expect(sent.filter(others).length).toBe(messages.filter(others).length + 1);
      const next = await run({ model, messages: ended.messages, prompt: 'Sure?' }).result;
      expect(next.messages.slice(0, ended.messages.length)).toEqual(ended.messages);
    }
  });

  it('is as it was if all is right', async () => {
    const model = scriptedModel(['Yes.']);
    const messages = [...spoken, asking('a', 'b'), told(result('b'), result('a')), user];
    await runResponse({ model, messages, prompt: 'Sure?' }).result;
    expect(model.calls[0]?.messages.map(({ role }) => role)).toEqual(
      'system user assistant tool assistant assistant tool tool user user'.split(' '),
    );
  });

  it.each([
    [[user, { role: 'tool', content: 'hot' }], 'messages[1].content'],
    [[{ role: 'assistant', content: '', tool_calls: [] }], 'messages[0]'],
    [[user, { role: 'user', content: [result('a')] }], 'messages[1].content[0].type'],
    [[{ role: 'system', content: asking('a').content }], 'messages[0].content[0].type'],
    [[{ role: 'tool', content: [{ type: 'text', text: 'hot' }] }], 'messages[0].content[0].type'],
    [[{ role: 'assistant', content: '', toolCalls: [{ id: 1 }] }], 'messages[0].toolCalls[0].id'],
  ])('is refused with its place if a call or a result would be lost: %j', (messages, option) => {
    const model = scriptedModel([]);
    expect(() => runResponse({ model, messages: messages as never, prompt: 'Sure?' })).toThrow(
      expect.objectContaining({ code: 'invalid_option', details: { option } }) as Error,
    );
  });
});

/** The ids of calls, each with its one result, which must follow before anything else. */
function pairsOf(messages: readonly RequestMessage[]): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const ids = new Set<string>();
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    expect(message?.role).not.toBe('tool');
    const calls = message?.role === 'assistant' ? (message.toolCalls ?? []) : [];
    for (const { id, name, arguments: given } of calls) {
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      expect(given).toBeTypeOf('object');
      const answer = messages[(at += 1)];
      expect(answer).toMatchObject({ role: 'tool', callId: id, name });
      pairs.push([id, answer?.content ?? '']);
    }
  }
  return pairs;
}

const kinds: readonly (readonly [given: unknown, sent: object])[] = [
  ['', {}],
  [' \n', {}],
  [undefined, {}],
  [null, {}],
  ['null', {}],
  ['{}', {}],
  ['{"input":"Rome"}', { input: 'Rome' }],
  [{ input: 'Rome' }, { input: 'Rome' }],
  ['Rome', { input: 'Rome' }],
  ['{"input":"Ro', { input: '{"input":"Ro' }],
  ['"Rome"', { input: '"Rome"' }],
  ['[1,2]', { input: '[1,2]' }],
  [[1, 2], { input: '[1, 2]' }],
  [7, { input: '7' }],
  [true, { input: 'true' }],
  ['\ud83d', { input: '\ufffd' }],
  ['{"\\ud83d":["\\ud83d"]}', { '\ufffd': ['\ufffd'] }],
  [{ a: { '\udc00': ['x\ud83d'] } }, { a: { '\ufffd': ['x\ufffd'] } }],
];

describe('arguments of a call that is replayed', () => {
  it.each(kinds)('are an object: %j', async (given, sent) => {
    const requests: ModelRequest[] = [];
    const model = (request: ModelRequest) => {
      requests.push(request);
      const toolCalls = [{ id: 'c1', name: 'weather', arguments: given }];
      return requests.length === 1 ? { text: '', toolCalls } : 'Hot.';
    };
    const { messages } = await runResponse({ model, prompt: 'How hot?', tools: [weather] }).result;
    const replayed = requests[1]?.messages.find(({ role }) => role === 'assistant');
    expect(replayed).toMatchObject({ toolCalls: [{ arguments: sent }] });
    expect(messages[1]?.content).toMatchObject([{ type: 'tool-call', input: sent }]);
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

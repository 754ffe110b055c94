import { generateText, jsonSchema, type GenerateTextResult, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { runRlm, writeTrajectory, type RlmEvent } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { readLog } from '../../src/logs/read-log.js';
import { toJsonLine } from '../../src/render/json-line.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';
import type { RunView } from '../../src/view/run-view.js';
import { describeEnd } from '../../src/view/selectors.js';
import { cell, eventsOf, exampleNames, exampleRun } from '../support/example-runs.js';

async function textOf(events: readonly unknown[]): Promise<string> {
  let text = '';
  for await (const line of writeTrajectory(events as RlmEvent[])) text += line;
  return text;
}

async function runOf(text: string | readonly string[]): Promise<RunView> {
  const view = addEvents(emptyTree, (await readLog(text)).events);
  const root = view.runs[view.rootId];
  if (root === undefined) throw new Error('no root');
  return root;
}

const events = await eventsOf([cell('print(1)', 'I print.'), cell('FINAL("one")')]);
const live = addEvents(emptyTree, events);

describe('readLog of our own runs', () => {
  it('reads a trajectory, in pieces of any size', async () => {
    const text = await textOf(events);
    const { format, events: read } = await readLog(text);
    expect(format).toBe('rlm');
    expect(addEvents(emptyTree, read)).toEqual(live);
    expect((await readLog(text.match(/[^]{1,7}/gu) ?? [])).events).toEqual(read);
    expect((await readLog(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).events).toEqual(read);
  });

  it('reads one whose last line a crash cut off, and one that only lacks its last line break', async () => {
    const text = await textOf(events);
    expect((await readLog(text.trimEnd())).events).toHaveLength(events.length);
    expect((await readLog(text.slice(0, -20))).events).toHaveLength(events.length - 1);
  });

  it('reads what rlm ask --events prints', async () => {
    const printed = events.map((event) => `${toJsonLine(event)}\n`).join('');
    const { format, events: read } = await readLog(printed);
    expect(format).toBe('rlm');
    expect(addEvents(emptyTree, read).runs[live.rootId]?.steps).toEqual(
      live.runs[live.rootId]?.steps,
    );
  });

  it('reads what rlm ask --json prints, as far as it goes', async () => {
    const result = await runRlm({
      model: () => cell('const a = await llm_query("Say"); print(a); FINAL(a)', 'I ask.'),
      subModel: () => 'hello',
      sandbox: quickjs(),
      query: 'q',
    }).result;
    const printed = toJsonLine({ question: 'Say what?', ...result.toJSON(), contextChars: 7 });
    const run = await runOf(printed);
    expect(run).toMatchObject({ query: 'Say what?', language: 'javascript', state: 'ended' });
    expect(run.steps).toMatchObject([
      { reasoning: 'I ask.', blocks: [{ stdout: expect.stringContaining('hello') as string }] },
    ]);
    expect(run.steps[0]?.queries).toHaveLength(1);
    expect(run.end).toMatchObject({ answer: 'hello', finishReason: 'final', source: 'code' });
  });
});

/** A log as the reference implementation writes it. */
const reference = (lines: readonly object[]): string =>
  lines.map((line) => JSON.stringify({ timestamp: '2026-01-02T03:04:05.678', ...line })).join('\n');
const metadata = {
  type: 'metadata',
  root_model: 'some-model',
  max_depth: 1,
  max_iterations: 3,
  backend: 'openai',
  environment_type: 'local',
};
const usage = {
  model_usage_summaries: { m: { total_calls: 1, total_input_tokens: 9, total_output_tokens: 4 } },
};
const turn = (fields: object): object => ({
  type: 'iteration',
  prompt: [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'How many moons?' },
  ],
  code_blocks: [],
  final_answer: null,
  iteration_time: 2,
  ...fields,
});
const block = (code: string, result: object): object => ({
  code,
  result: { stdout: '', stderr: '', locals: {}, execution_time: 0.5, rlm_calls: [], ...result },
});

describe('readLog of the reference implementation', () => {
  const child = {
    run_metadata: { ...metadata, max_iterations: 2 },
    iterations: [turn({ response: 'FINAL(2)', final_answer: '2' })],
  };
  const log = reference([
    metadata,
    turn({
      iteration: 1,
      response: 'I look.\n```repl\nprint(x)\n```\n```repl\nllm_query("a")\n```',
      code_blocks: [
        block('print(x)', { stdout: 'x is 1\n', locals: { x: 1, text: 'word' } }),
        block('llm_query("a")', {
          stderr: 'NameError: y',
          rlm_calls: [
            {
              root_model: 'm',
              prompt: 'a',
              response: 'yes',
              usage_summary: usage,
              execution_time: 1,
            },
            {
              prompt: 'b',
              response: '',
              error: 'rate',
              error_type: 'RateLimit',
              execution_time: 1,
            },
            {
              prompt: 'c',
              response: '2',
              usage_summary: usage,
              execution_time: 1,
              metadata: child,
            },
          ],
        }),
      ],
    }),
    turn({ iteration: 2, response: 'FINAL(two)', final_answer: 'two' }),
  ]);

  it('shows its turns, blocks, sub-queries, and the answer', async () => {
    const { format, events: read } = await readLog(log);
    expect(format).toBe('reference');
    const view = addEvents(emptyTree, read);
    const run = view.runs[view.rootId];
    expect(run).toMatchObject({
      protocol: 'rlm',
      query: 'How many moons?',
      language: 'python',
      backend: 'local',
      maxSteps: 3,
      variables: {},
      end: {
        answer: 'two',
        finishReason: 'final',
        inputTokens: 18,
        outputTokens: 8,
        durationMs: 4000,
        costUsd: null,
      },
    });
    const [first, second] = run?.steps ?? [];
    expect(first).toMatchObject({
      reasoning: 'I look.',
      calls: [{ promptChars: 23, durationMs: 1000 }],
      blocks: [
        { code: 'print(x)', stdout: 'x is 1\n', durationMs: 500 },
        { block: 1, blocks: 2, stderr: 'NameError: y' },
      ],
      durationMs: 2000,
    });
    expect(second?.final).toEqual({ answer: 'two', source: 'prose' });
    expect(Object.values(view.queries)).toMatchObject([
      { prompt: 'a', response: 'yes', durationMs: 1000 },
      { prompt: 'b', error: 'rate' },
      { prompt: 'c', kind: 'rlm_query', response: '2' },
    ]);
    const childId = Object.values(view.queries)[2]?.childId ?? '';
    expect(view.runs[childId]).toMatchObject({ depth: 1, query: 'c', end: { answer: '2' } });
  });

  it('takes the question of run_context, and knows a log that goes on from one that ran out', async () => {
    const asked = { type: 'run_context', prompt: 'data', root_prompt: 'Which?' };
    expect(await runOf(reference([metadata, asked]))).toMatchObject({
      query: 'Which?',
      state: 'running',
    });
    const out = await runOf(
      reference([metadata, ...Array.from({ length: 3 }, () => turn({ response: 'hm' }))]),
    );
    expect(describeEnd(out)).toMatch(/^It was stopped without an answer: The run took its 3 iter/);
  });

  it('takes one without its first line, and one whose last line was cut off', async () => {
    const [, ...rest] = log.split('\n');
    expect((await runOf(rest.join('\n'))).steps).toHaveLength(2);
    expect((await runOf(log.slice(0, -10))).steps).toHaveLength(1);
  });
});

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

describe('readLog of anything else', () => {
  it.each([
    ['', 'it is empty'],
    ['\n \n', 'it is empty'],
    ['Dear diary', 'it is no JSON, but begins with "Dear diary"'],
    ['{"a":1', 'it is no JSON'],
    ['{"a":1,"__proto__":2}', 'it is an object with the fields "a, __proto__"'],
    ['[]', 'it is an empty list'],
    ['[{"role":"user"},7]', 'item 2 of the list is no message with a role'],
    ['7', 'it is "7"'],
    ['{"type":"metadata","colour":"red"}', 'neither iterations nor the root_model'],
    [
      '{"type":"metadata","root_model":"m"}\nnonsense\n{"type":"iteration"}',
      'line 2 is no JSON object',
    ],
    [`"${'x'.repeat(1000)}"`, `${'x'.repeat(60)}..."`],
  ])('says what came and what was expected: %s', async (text, came) => {
    await expect(readLog(text)).rejects.toThrow(came);
    await expect(readLog(text)).rejects.toThrow(
      /Expected a trajectory of rlm .* AI SDK call as JSON$/,
    );
  });

  it('says which line of a trajectory is broken', async () => {
    const text = (await textOf(events)).replace('"step-start"', 'step-start');
    await expect(readLog(text)).rejects.toThrow(/line \d+ of the trajectory must be JSON/);
  });

  it('takes 50 MB, on one line or on many', async () => {
    const long = 'ä'.repeat(25_000_000);
    const [run] = [
      await runOf(reference([metadata, turn({ response: long, final_answer: long })])),
    ];
    expect(run.end?.answer).toHaveLength(long.length);
    const many = turn({ response: 'x'.repeat(1000) });
    const steps = 25_000;
    expect(
      (await runOf(reference([metadata, ...Array.from({ length: steps }, () => many)]))).steps,
    ).toHaveLength(steps);
  });

  it('takes any value in any field without a fault', async () => {
    const hostile: unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      [null],
      [[]],
      { toJSON: 1 },
      JSON.parse('{"__proto__":{"a":1}}'),
    ];
    const all = (await Promise.all(exampleNames.map(exampleRun))).flat();
    const oneOfEach = new Map(all.map((event) => [event.type, event]));
    for (const event of oneOfEach.values()) {
      for (const key of Object.keys(event)) {
        if (['type', 'runId', 'depth', 'step', 'parentId'].includes(key)) continue;
        for (const value of hostile) {
          const changed = { ...event, [key]: value };
          expect(() => addEvents(emptyTree, [changed])).not.toThrow();
        }
      }
    }
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

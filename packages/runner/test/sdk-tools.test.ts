import { invalidOption } from '@rlm/config/options-suite';
import { runResponse } from '@rlm/penguin-engine';
import { defineTool, type NamedTools } from '@rlm/kernel';
import type { ModelReply, ModelRequest } from '@rlm/kernel/model';
import { jsonSchema, tool, type ModelMessage } from 'ai';
import { tool as toolOf7 } from 'ai-7';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** What `execute` of a tool was called with. */
interface Seen {
  readonly input: unknown;
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
  readonly isAborted: boolean | undefined;
}

const weather = (seen: Seen[] = []) =>
  tool({
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: (input, { toolCallId, messages, abortSignal }) => {
      seen.push({ input, toolCallId, messages, isAborted: abortSignal?.aborted });
      return { city: input.city, celsius: 21 };
    },
  });

/** Calls one tool natively, and then answers with what it was shown. */
function calling(name: string, given: unknown) {
  const asked: ModelRequest[] = [];
  const model = (request: ModelRequest): ModelReply => {
    asked.push(request);
    const last = request.messages.at(-1);
    if (last?.role === 'tool') return { text: `It gave: ${last.content}` };
    return { text: '', toolCalls: [{ id: 'c1', name, arguments: given }] };
  };
  return { model, asked };
}

async function shownOf(tools: NamedTools, name: string, given: unknown, approve = () => true) {
  const { model, asked } = calling(name, given);
  const result = await runResponse({ model, prompt: 'Go', tools, approve }).result;
  return { result, asked, shown: result.actionResults[0]?.result };
}

describe('tools of the AI SDK in the agent loop', () => {
  it('are offered with their schema, and get checked input, the id of the call and the messages before it', async () => {
    const seen: Seen[] = [];
    const tools = { weather: weather(seen) };
    const { asked, shown } = await shownOf(tools, 'weather', { city: 'Rome' });
    expect(asked[0]?.tools?.[0]).toMatchObject({
      name: 'weather',
      description: 'The weather of a city',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    });
    expect(seen).toEqual([
      {
        input: { city: 'Rome' },
        toolCallId: 'c1',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }],
        isAborted: false,
      },
    ]);
    expect(JSON.parse(shown ?? '')).toEqual({ city: 'Rome', celsius: 21 });
    const wrong = await shownOf(tools, 'weather', { town: 'Rome' });
    expect(wrong.shown).toMatch(/\bof weather .*: city\b/);
    expect(seen).toHaveLength(1);
  });

  it('may have a schema of jsonSchema(), with or without a check of its own', async () => {
    const schema = jsonSchema<{ n: number }>({ type: 'object', properties: { n: {} } });
    const checked = jsonSchema<{ n: number }>(
      { type: 'object' },
      {
        validate: (value) =>
          typeof (value as { n?: unknown }).n === 'number'
            ? { success: true, value: value as { n: number } }
            : { success: false, error: new Error('n is no number') },
      },
    );
    const execute = ({ n }: { n: number }) => n + 1;
    const plain = { plus: tool({ inputSchema: schema, execute }) };
    const { asked, shown } = await shownOf(plain, 'plus', { n: 1 });
    expect(asked[0]?.tools?.[0]?.inputSchema).toEqual({ type: 'object', properties: { n: {} } });
    expect(shown).toBe('2');
    const strict = { plus: tool({ inputSchema: checked, execute }) };
    expect((await shownOf(strict, 'plus', { n: '1' })).shown).toContain('n is no number');
    expect((await shownOf(strict, 'plus', { n: 1 })).shown).toBe('2');
  });

  it('show the model what toModelOutput gives', async () => {
    const inputSchema = z.object({});
    const outputs = {
      text: { type: 'text', value: 'short' },
      json: { type: 'json', value: { a: 1 } },
      error: { type: 'error-text', value: 'no such page' },
      content: {
        type: 'content',
        value: [
          { type: 'text', text: 'a picture:' },
          { type: 'image-data', data: 'AA==', mediaType: 'image/png' },
        ],
      },
    } as const;
    const shown: unknown[] = [];
    for (const output of Object.values(outputs)) {
      const tools = {
        look: {
          ...tool({ inputSchema, execute: () => ({ all: 'of it' }) }),
          toModelOutput: (options: { output: unknown }) => {
            expect(options).toMatchObject({ toolCallId: 'c1', input: {} });
            expect(options.output).toEqual({ all: 'of it' });
            return output;
          },
        },
      };
      const { result } = await shownOf(tools, 'look', {});
      const [record] = result.actionResults;
      shown.push([record?.status, record?.result]);
    }
    expect(shown).toEqual([
      ['completed', 'short'],
      ['completed', expect.stringMatching(/"a": ?1/)],
      ['error', 'no such page'],
      ['completed', expect.stringMatching(/^a picture:\n\(image\/png\b.*\)$/)],
    ]);
  });

  it('give the last value of an async iterable', async () => {
    const tools = {
      count: tool({
        inputSchema: z.object({}),
        async *execute() {
          yield 'loading';
          await Promise.resolve();
          yield 'ready';
        },
      }),
    };
    expect((await shownOf(tools, 'count', {})).shown).toBe('ready');
  });

  it('ask a person if needsApproval says so, at once or later', async () => {
    const inputSchema = z.object({ euros: z.number() });
    const execute = ({ euros }: { euros: number }) => `paid ${String(euros)}`;
    const asked: string[] = [];
    const needs = (input: { euros: number }, options: { toolCallId: string }) => {
      asked.push(options.toolCallId);
      return Promise.resolve(input.euros > 10);
    };
    const always = { pay: tool({ inputSchema, execute, needsApproval: true }) };
    const some = { pay: tool({ inputSchema, execute, needsApproval: needs }) };
    const no = () => false;
    expect((await shownOf(always, 'pay', { euros: 1 }, no)).shown).toContain('was not approved');
    expect((await shownOf(always, 'pay', { euros: 1 })).shown).toBe('paid 1');
    expect((await shownOf(some, 'pay', { euros: 1 }, no)).shown).toBe('paid 1');
    expect((await shownOf(some, 'pay', { euros: 11 }, no)).shown).toContain('was not approved');
    expect(asked).toEqual(['c1', 'c1']);
    const { model } = calling('pay', {});
    expect(() => runResponse({ model, prompt: 'Go', tools: always })).toThrow(
      invalidOption('approve', 'tool pay'),
    );
  });

  it('may stand beside tools of defineTool, which take the name of their key', async () => {
    const double = defineTool({
      name: 'times_two',
      description: 'Doubles',
      input: z.number(),
      execute: (n) => 2 * n,
    });
    const { shown, asked } = await shownOf({ weather: weather(), double }, 'double', 21);
    expect(shown).toBe('42');
    expect(asked[0]?.tools?.map(({ name }) => name)).toEqual([
      'weather',
      'double',
      'finish_response',
    ]);
  });

  it.each([
    [{ search: 5 }, 'tools.search', 'got 5'],
    [{ 'a b': weather() }, 'tools.a b', 'a name of letters'],
    [{ ask: tool({ inputSchema: z.object({}) }) }, 'tools.ask.execute', 'a function'],
    [
      { ask: { inputSchema: { type: 'object' }, execute: (): number => 1 } },
      'tools.ask.inputSchema',
      'jsonSchema() of the AI SDK',
    ],
    [
      { ask: { inputSchema: z.object({}), needsApproval: 'yes', execute: (): number => 1 } },
      'tools.ask.needsApproval',
      'got "yes"',
    ],
    [
      {
        ask: {
          inputSchema: jsonSchema(Promise.resolve({ type: 'object' } as const)),
          execute: (): number => 1,
        },
      },
      'tools.ask.inputSchema',
      'got a Promise',
    ],
  ])('that are wrong are named by their key: %#', (tools, option, fact) => {
    const refused = invalidOption(option, fact);
    const { model } = calling('a', {});
    const options = { model, prompt: 'Go', query: 'Go', sandbox: quickjs(), tools: tools as never };
    const { query: _, sandbox, ...response } = options;
    expect(() => runResponse(response)).toThrow(refused);
    expect(() => runRlm({ model, query: 'Go', sandbox, tools: tools as never })).toThrow(refused);
  });

  it('may be those of ai 7', async () => {
    const tools = {
      weather: toolOf7({
        description: 'The weather',
        inputSchema: z.object({ city: z.string() }),
        execute: ({ city }) => `${city}: 21`,
      }),
    };
    expect((await shownOf(tools, 'weather', { city: 'Rome' })).shown).toBe('Rome: 21');
  });
});

describe('tools of the AI SDK in runRlm', () => {
  it('are functions of the REPL: code gets the output itself, not what toModelOutput shows', async () => {
    const seen: Seen[] = [];
    const shows = { ...weather(seen), toModelOutput: () => ({ type: 'text', value: 'hot' }) };
    const { answer } = await runRlm({
      model: () => cell('FINAL((await weather({ city: "Rome" })).celsius)'),
      sandbox: quickjs(),
      query: 'How hot is it?',
      tools: { weather: shows },
    }).result;
    expect(answer).toBe('21');
    expect(seen).toMatchObject([
      {
        input: { city: 'Rome' },
        messages: [{ role: 'user', content: [{ type: 'text', text: 'How hot is it?' }] }],
      },
    ]);
  });

  it('have names that the REPL can give them', () => {
    const tools = { llm_query: weather() };
    const options = { model: () => '', sandbox: quickjs(), query: 'q', tools };
    expect(() => runRlm(options)).toThrow(invalidOption('tools.llm_query', 'got "llm_query"'));
  });
});

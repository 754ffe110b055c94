import { Readable } from 'node:stream';

import { scriptedModel } from '@rlm/penguin-engine/testing';
import type { JsonValue } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import {
  ContextError,
  createRlm,
  runRlm,
  type RlmEvent,
  type RunRlmOptions,
} from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

async function run(code: string, options: Partial<RunRlmOptions>) {
  const model = scriptedModel([cell(code), 'FINAL(gave up)']);
  const events: RlmEvent[] = [];
  const ran = runRlm({ model, sandbox: watchedBackend(), query: 'q', ...options });
  for await (const event of ran) events.push(event);
  return { result: await ran.result, prompt: model.calls[0]?.messages[0]?.content ?? '', events };
}

const stream = (...chunks: (string | Uint8Array)[]): ReadableStream<string | Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

interface Message {
  readonly from: string;
  readonly text: string;
}

describe('a context of an interface of the user', () => {
  it('needs no cast', async () => {
    const messages: readonly Message[] = [{ from: 'Ada', text: 'hello' }];
    const options = {
      model: () => cell('FINAL(context[0].from)'),
      sandbox: watchedBackend(),
      query: 'q',
    };
    expect(await runRlm({ ...options, context: messages }).result).toMatchObject({ answer: 'Ada' });
    const contexts = { context: { value: messages } };
    expect(await runRlm({ ...options, contexts }).result).toMatchObject({ answer: 'Ada' });
    const { model, sandbox } = options;
    const rlm = createRlm({ model, sandbox, context: messages[0] });
    await rlm.close();
  });
});

describe('context', () => {
  const euro = new TextEncoder().encode('€');

  it.each([
    ['text', 'a €', 'a €'],
    ['JSON data', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['a Blob', new Blob(['a ', '€']), 'a €'],
    ['a stream of texts', stream('a ', '€'), 'a €'],
    ['a stream of bytes, cut within a character', stream(euro.slice(0, 1), euro.slice(1)), '€'],
  ])('can be %s', async (_, context, value) => {
    expect((await run('FINAL(context)', { context })).result.value).toEqual(value);
  });

  it.each([
    ['bytes', new Uint8Array(3), 'a Uint8Array'],
    ['a Map', new Map(), 'a Map'],
    ['a function', () => 'text', 'a function'],
    ['a stream of Node', Readable.from(['a']), 'an object'],
    ['a promise', Promise.resolve('a'), 'a Promise'],
  ])('cannot be %s, which JSON would lose', (_, value, came) => {
    const options = { model: () => 'FINAL(1)', sandbox: watchedBackend(), query: 'q' };
    const refused = (option: string) =>
      new RegExp(`^${option}: expected text, JSON data, a Blob or a ReadableStream .*got ${came}`);
    expect(() => runRlm({ ...options, context: value as never })).toThrow(refused('context'));
    const contexts = { notes: { value: value as never } };
    expect(() => runRlm({ ...options, contexts })).toThrow(refused('contexts.notes.value'));
  });

  it('is described, never pasted', async () => {
    const { prompt, events } = await run('FINAL(1)', {
      context: `begin ${'x'.repeat(10_000)} end`,
      contextDescription: 'A letter.',
    });
    expect(prompt).toContain('Variable: `context`');
    expect(prompt).toContain('Type: string');
    expect(prompt).toContain('Description: A letter.');
    expect(prompt).toContain('10,010 characters, 1 line');
    expect(prompt).not.toContain('x'.repeat(600));
    expect(events.find(({ type }) => type === 'session-open')).toMatchObject({
      contexts: [{ name: 'context', typeName: 'string', totalLength: 10_010 }],
    });
  });

  it('can be several variables, each under its name', async () => {
    const { result, prompt } = await run('FINAL(left + right.n)', {
      contexts: {
        left: { value: 'a', description: 'The first.' },
        right: { value: { n: 1 }, constraints: 'Read-only.' },
      },
    });
    expect(result.value).toBe('a1');
    expect(prompt).toMatch(
      /Variable: `left`[\s\S]*The first\.[\s\S]*Variable: `right`[\s\S]*Read-only\./,
    );
  });

  it('can be absent', async () => {
    expect((await run('FINAL(6 * 7)', {})).result.answer).toBe('42');
  });

  it('ends the run with a typed error when it cannot be read', async () => {
    const broken = new ReadableStream<string>({
      start(controller) {
        controller.error(new Error('disk gone'));
      },
    });
    expect((await run('FINAL(1)', { context: broken })).result).toMatchObject({
      finishReason: 'error',
      stop: { code: 'context_unusable' },
    });
  });

  it('makes prompts of one size, however large it is', async () => {
    const sizes = await Promise.all(
      [10_000, 100_000_000].map(async (length) => {
        const { events } = await run('FINAL(1)', { context: 'word '.repeat(length / 5) });
        const opened = events.find((event) => event.type === 'session-open');
        return opened?.type === 'session-open' ? opened.promptChars : 0;
      }),
    );
    const [small = 0, large = 0] = sizes;
    expect(small).toBeGreaterThan(1_000);
    expect(Math.abs(large - small)).toBeLessThanOrEqual(64);
  });
});

describe('a context that is nested too deeply', () => {
  const nested = (levels: number): JsonValue =>
    Array.from({ length: levels }).reduce<JsonValue>((value) => [value], 1);

  it.each([
    [101, 'nested deeper than 100 (limit valueDepth)'],
    [100_000, 'A value is nested too deeply, or is too large, to be written as JSON text'],
  ])('ends the run with a typed error, by %d levels', async (levels, reason) => {
    const { result } = await run('FINAL(1)', { context: nested(levels) });
    const { finishReason, stop } = result;
    expect(finishReason).toBe('error');
    expect(ContextError.isInstance(stop?.error)).toBe(true);
    expect(stop?.message).toContain('context `context` cannot be used: ');
    expect(stop?.message).toContain(reason);
  });
});

describe('prompt', () => {
  it('takes other parts, and none, and instructions', async () => {
    const { prompt } = await run('FINAL(1)', {
      instructions: 'Answer in German.',
      prompt: {
        task: 'My own task.',
        environment: false,
        finish: ({ dialects }) => dialects.join('+'),
      },
    });
    expect(prompt).toMatch(/^My own task\./);
    expect(prompt).toContain('final+submit');
    expect(prompt).toContain('Answer in German.');
    expect(prompt).not.toContain('Assign variables without declaring them.');
  });

  it('shows a tool without a description by its call alone', async () => {
    const tool = { name: 'zap', description: '', execute: () => 1 };
    const { prompt } = await run('FINAL(1)', { tools: [tool] });
    expect(prompt).toMatch(/^- .*zap\(input\)$/m);
    expect(prompt).not.toContain('undefined');
  });

  it('offers only what there is', async () => {
    const { prompt } = await run('FINAL(1)', { maxDepth: 0, dialects: ['answer'] });
    expect(prompt).not.toContain('rlm_query');
    expect(prompt).not.toContain('FINAL(');
    expect(prompt).toContain('answer.ready = true');
  });
});

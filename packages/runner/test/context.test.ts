import { invalidOption } from '@rlm/config/options-suite';
import { Readable } from 'node:stream';

import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmEvent, type RunRlmOptions } from '../src/index.js';
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
    const rlm = createRlm({ model, sandbox, context: messages[0] ?? null });
    await rlm.close();
  });
});

describe('context', () => {
  const euro = new TextEncoder().encode('€');

  it.each([
    ['text', 'a €', 'a €'],
    ['JSON data', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['a Map of Sets', new Map([['a', new Set([1n])]]), { a: [1] }],
    [
      'what has toJSON',
      [{ toJSON: () => ({ at: new Date(0) }) }],
      [{ at: '1970-01-01T00:00:00.000Z' }],
    ],
    ['a Blob', new Blob(['a ', '€']), 'a €'],
    ['a stream of texts', stream('a ', '€'), 'a €'],
    ['a stream of bytes, cut within a character', stream(euro.slice(0, 1), euro.slice(1)), '€'],
  ])('can be %s', async (_, context, value) => {
    expect((await run('FINAL(context)', { context })).result.value).toEqual(value);
  });

  it.each([
    ['bytes', new Uint8Array(3), 'a Uint8Array'],
    ['a function', () => 'text', 'a function'],
    ['a stream of Node', Readable.from(['a']), 'an object'],
    ['a promise', Promise.resolve('a'), 'a Promise'],
  ])('cannot be %s, which JSON would lose', (_, value, came) => {
    const options = { model: () => 'FINAL(1)', sandbox: watchedBackend(), query: 'q' };
    const refused = (option: string) =>
      invalidOption(option, 'JSON', 'Blob', 'ReadableStream', `got ${came}`);
    expect(() => runRlm({ ...options, context: value })).toThrow(refused('context'));
    const contexts = { notes: { value } };
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

describe('data as a context', () => {
  const shared = { model: () => 'FINAL(1)', sandbox: watchedBackend() };
  const options = { ...shared, query: 'q' };

  it('is refused at the call with its path, if JSON cannot hold it', async () => {
    const root: { kids: object[] } = { kids: [] };
    root.kids.push({ parent: root });
    const refused = (option: string) =>
      invalidOption(option, `${option}.kids[0].parent refers back to ${option}`);
    expect(() => runRlm({ ...options, context: root })).toThrow(refused('context'));
    expect(() => createRlm({ ...shared, context: root })).toThrow(refused('context'));
    const contexts = { notes: { value: root } };
    expect(() => runRlm({ ...options, contexts })).toThrow(refused('contexts.notes.value'));
    const rlm = createRlm(shared);
    expect(() => {
      rlm.add('notes', root);
    }).toThrow(refused('contexts.notes.value'));
    await rlm.close();
  });

  it.each([101, 100_000])('is refused at the call if it has %d levels', (levels) => {
    const context = Array.from({ length: levels }).reduce<object>((value) => [value], [1]);
    const message = /^context(?:\[0\])+\S+ is nested deeper than 100 levels/;
    expect(() => runRlm({ ...options, context })).toThrow(message);
  });

  it('may be as deep as the sessions allow', async () => {
    const context = Array.from({ length: 110 }).reduce<object>((value) => [value], [1]);
    const sandboxLimits = { maxValueDepth: 120 };
    const { result } = await run('FINAL(Array.isArray(context[0][0]))', { context, sandboxLimits });
    expect(result.value).toBe(true);
  });

  it('is what it was at the call', async () => {
    const context: unknown[] = [1, undefined, 'text beyond Latin: 文'];
    const running = runRlm({ ...options, model: () => cell('FINAL(context.length)'), context });
    context.push(2);
    expect((await running.result).value).toBe(3);
  });

  it('is walked once, also for a session that is opened again', async () => {
    let reads = 0;
    const context = {
      big: 1n,
      get part(): number {
        return (reads += 1);
      },
    };
    const model = scriptedModel([cell('await crash()'), cell('FINAL(context.part)')]);
    const rlm = createRlm({ ...shared, model, context });
    const readAtTheCall = reads;
    expect((await rlm.run('q').result).answer).toBe(String(reads));
    await rlm.close();
    expect(reads).toBe(readAtTheCall);
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

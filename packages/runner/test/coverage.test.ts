import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { describe, expect, it, vi } from 'vitest';

import {
  createRlm,
  readTrajectory,
  runRlm,
  writeTrajectory,
  type RlmEvent,
  type RlmResult,
  type RunRlmOptions,
} from '../src/index.js';
import { prose } from './reading/prose.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { watchedBackend } from './support/watched-backend.js';

const sandbox = quickjs();
const text = prose(1).text(20_000);

async function run(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions> = {},
): Promise<{ result: RlmResult; events: readonly RlmEvent[]; told: readonly string[] }> {
  const model = scriptedModel(replies);
  const events: RlmEvent[] = [];
  const ran = runRlm({
    model,
    subModel: () => 'Read.',
    sandbox,
    query: 'How many words are in all of it?',
    ...(options.contexts === undefined && { context: text }),
    coverage: true,
    ...options,
  });
  for await (const event of ran) events.push(event);
  const told = model.calls.map(({ messages }) => messages.at(-1)?.content ?? '');
  return { result: await ran.result, events, told };
}

const print = (code: string): string => cell(`print(${code})`);

describe('the option coverage', () => {
  it('says what was printed and what sub-queries were given, with what nobody read', async () => {
    const { result, events } = await run([
      print('context.slice(1000, 3000)'),
      cell('await llm_query("Sum this up:\\n" + context.slice(5000, 9000) + "\\nIn a line.")'),
      cell('print(context.slice(2000, 2500)); FINAL("done")'),
    ]);
    expect(result.coverage).toMatchObject({
      fraction: 6000 / 20_000,
      bySubModels: 4000 / 20_000,
      duplicated: 500 / 20_000,
      chars: 20_000,
      contexts: { context: 6000 / 20_000 },
      unread: [
        { context: 'context', start: 0, end: 1000 },
        { context: 'context', start: 3000, end: 5000 },
        { context: 'context', start: 9000, end: 20_000 },
      ],
    });
    const told = events.filter((event) => event.type === 'coverage');
    expect(told.map(({ step, fraction }) => [step, fraction])).toEqual([
      [1, 0.1],
      [2, 0.3],
      [3, 0.3],
    ]);
    expect(told.at(-1)?.strips['context']?.slice(0, 20)).toEqual([
      0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
    ]);
    expect(result.toJSON()['coverage']).toEqual(result.coverage);
  });

  it('is off by default: no field, no event, no diagnostic', async () => {
    const { result, events } = await run([print('context.slice(0, 100)'), 'FINAL(1)'], {
      coverage: false,
    });
    expect(result).not.toHaveProperty('coverage');
    expect(events.some(({ type }) => type === 'coverage')).toBe(false);
  });

  it('counts what the model is shown of an output that is cut', async () => {
    const { result } = await run([print('context'), 'FINAL(1)'], {
      limits: { maxOutputChars: 4000 },
    });
    // Less than a line is missing on each side of the cut.
    expect(result.coverage?.fraction).toBeLessThanOrEqual(0.2);
    expect(result.coverage?.fraction).toBeGreaterThan(0.19);
  });

  it('counts no sub-query that failed, and one that was answered together with another once', async () => {
    const { result } = await run(
      [
        cell('try { await llm_query("no: " + context.slice(0, 1000)) } catch {}'),
        cell('await llm_query_batched(Array(4).fill("Read: " + context.slice(3000, 4000)))'),
        'FINAL(1)',
      ],
      {
        subModel: ({ messages }) => {
          if (messages[0]?.content.startsWith('no') === true) throw new Error('no');
          return 'yes';
        },
        retry: { attempts: 1 },
      },
    );
    expect(result.coverage).toMatchObject({ fraction: 0.05, bySubModels: 0.05, duplicated: 0 });
  });

  it('gives several contexts by their names, and parts of data by paths', async () => {
    const messages = Array.from({ length: 10 }, (_, id) => ({
      id,
      text: prose(id + 2).text(300),
    }));
    const { result } = await run(
      [
        print('JSON.stringify(mails.messages.slice(0, 4))'),
        print('mails.messages[6].text.slice(100, 200)'),
        print('book.slice(0, 5000)'),
        'FINAL(1)',
      ],
      {
        contexts: { book: { value: text }, mails: { value: { messages, note: '' } } },
      },
    );
    expect(result.coverage).toMatchObject({
      chars: 23_000,
      contexts: { book: 0.25, mails: (4 * 300 + 100) / 3000 },
      unread: [
        { context: 'book', start: 5000, end: 20_000 },
        { context: 'mails', path: '/messages/4', start: 0, end: 300 },
        { context: 'mails', path: '/messages/5', start: 0, end: 300 },
        { context: 'mails', path: '/messages/6/text', start: 0, end: 100 },
        { context: 'mails', path: '/messages/6/text', start: 200, end: 300 },
        { context: 'mails', path: '/messages/7', start: 0, end: 300 },
        { context: 'mails', path: '/messages/8', start: 0, end: 300 },
        { context: 'mails', path: '/messages/9', start: 0, end: 300 },
      ],
    });
  });

  it('counts for a run what its children read of a part of its context', async () => {
    const { result, events } = await run([
      cell('print(await rlm_query("Look", { context: context.slice(4000, 8000) }))'),
      // The child's turns.
      print('context.slice(0, 1000)'),
      cell('await llm_query("Say: " + context.slice(2000, 4000)); FINAL("child")'),
      'FINAL(1)',
    ]);
    expect(result.coverage).toMatchObject({
      fraction: 3000 / 20_000,
      bySubModels: 3000 / 20_000,
      unread: [
        { start: 0, end: 4000 },
        { start: 5000, end: 6000 },
        { start: 8000, end: 20_000 },
      ],
    });
    const [child] = events.filter((event) => event.type === 'run-end');
    expect(child?.result.coverage).toMatchObject({ fraction: 0.75, bySubModels: 0.5, chars: 4000 });
  });

  it('counts of a long request to a child what the child has as its question', async () => {
    const { result } = await run([
      cell('FINAL(await rlm_query(context.slice(0, 8000)))'),
      'FINAL("child")',
    ]);
    expect(result.coverage?.fraction).toBe(2000 / 20_000);
  });

  it('begins anew with each question of createRlm, whose further contexts count', async () => {
    const model = scriptedModel([
      print('context'),
      'FINAL(1)',
      print('more.slice(0, 500)'),
      'FINAL(2)',
    ]);
    const rlm = createRlm({ model, sandbox, context: text.slice(0, 3000), coverage: true });
    const first = await rlm.run('All?').result;
    rlm.add('more', text.slice(10_000, 11_000));
    const second = await rlm.run('All of the rest?').result;
    await rlm.close();
    expect(first.coverage?.fraction).toBe(1);
    expect(second.coverage).toMatchObject({ chars: 4000, contexts: { context: 0, more: 0.5 } });
  });

  it('finds the words of the answer in the contexts', async () => {
    const words = text.slice(700, 712);
    const { result } = await run([
      cell(`FINAL("It says “${words}” and then: " + context.slice(4000, 4200))`),
    ]);
    const [long, short] = result.coverage?.evidence ?? [];
    expect(long).toEqual({
      context: 'context',
      start: 4000,
      end: 4200,
      quote: text.slice(4000, 4200),
    });
    expect(short?.quote).toBe(words);
    expect(text.slice(short?.start, short?.end)).toBe(words);
  });

  it('is written into the trajectory, and gives the same answer as without it', async () => {
    const replies = [print('context.slice(0, 1000)'), cell('FINAL(context.length)')];
    const start = (on: boolean) =>
      runRlm({
        model: scriptedModel(replies),
        sandbox,
        query: 'All?',
        context: text,
        coverage: on,
      });
    const lines: string[] = [];
    const watched = start(true);
    for await (const line of writeTrajectory(watched)) lines.push(line);
    const types: string[] = [];
    for await (const event of readTrajectory(lines)) types.push(event.type);
    expect(types.filter((type) => type === 'coverage')).toHaveLength(2);
    const [withIt, without] = [await watched.result, await start(false).result];
    expect(withIt.answer).toBe(without.answer);
    expect(withIt.usage).toEqual(without.usage);
  });

  it('never ends a run: what fails is a diagnostic, and there is no figure', async () => {
    const context = { text };
    const written = JSON.stringify(context);
    const parse = JSON.parse.bind(JSON);
    const failing = (json: string): unknown => {
      if (json === written) throw new Error('it is gone');
      return parse(json) as unknown;
    };
    const backend = watchedBackend();
    const losing: SandboxBackend = {
      ...backend,
      async open(options) {
        const session = await backend.open(options);
        // Asked for when the contexts are set, and the account has not read them yet: a run with a limit on steps waits for its session.
        const variables = (): ReturnType<typeof session.variables> => {
          vi.spyOn(JSON, 'parse').mockImplementation(failing);
          return session.variables();
        };
        return { ...session, variables };
      },
    };
    const replies = [print('context.text'), 'FINAL(1)'];
    const { result } = await run(replies, { context, sandbox: losing, stepTimeoutMs: 60_000 });
    vi.restoreAllMocks();
    expect(result.answer).toBe('1');
    expect(result).not.toHaveProperty('coverage');
    expect(result.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'coverage_failed',
        message: expect.stringContaining('it is gone') as string,
      }),
    );
  });

  it('says how much was read of a run that was aborted or had no context', async () => {
    const controller = new AbortController();
    const { result } = await run(
      [
        print('context.slice(0, 1000)'),
        () => {
          controller.abort();
          return 'FINAL(1)';
        },
      ],
      { abortSignal: controller.signal },
    );
    expect(result).toMatchObject({ finishReason: 'aborted', coverage: { fraction: 0.05 } });
    const none = await run(['FINAL(1)'], { contexts: {} });
    expect(none.result.coverage).toMatchObject({ fraction: 1, chars: 0, unread: [] });
  });
});

describe('the policy coverage', () => {
  it('sends an answer back once, when the question asks for all of it', async () => {
    const { result, events, told } = await run(
      [
        print('context.slice(0, 2000)'),
        cell('print(context.slice(2000, 4000)); FINAL(5)'),
        'FINAL(6)',
      ],
      { policies: [{ name: 'coverage', config: { min: 0.5 } }] },
    );
    expect(result).toMatchObject({ answer: '6', finishReason: 'final' });
    expect(result.steps).toHaveLength(3);
    expect(told[2]).toContain('10.0 %');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'answer_sent_back' }),
    );
  });

  it.each([
    ['enough was read', 'Which are all of them?', 'context.slice(0, 19000)'],
    ['the question asks for a part', 'Who wrote it?', '1'],
  ])('lets an answer stand when %s', async (_, query, printed) => {
    const { result } = await run([print(printed), 'FINAL(5)'], { query, policies: ['coverage'] });
    expect(result).toMatchObject({ answer: '5', diagnostics: [] });
    expect(result.steps).toHaveLength(2);
  });

  it('lets the last answer stand, which a limit asks for', async () => {
    const { result } = await run(['FINAL(5)', 'FINAL(6)'], {
      policies: ['coverage'],
      maxSteps: 1,
    });
    expect(result).toMatchObject({ answer: '6', finishReason: 'max_steps' });
  });

  it('says once that it knows nothing without the option', async () => {
    const { result } = await run([print('1'), print('2'), 'FINAL(5)'], {
      coverage: false,
      policies: ['coverage'],
    });
    expect(result.answer).toBe('5');
    expect(result.diagnostics.filter(({ code }) => code === 'coverage')).toHaveLength(1);
  });

  it('serves each run of the tree over its own context, where it is given by name', async () => {
    const { result, events } = await run(
      [
        cell('print(await rlm_query("Count all", { context: context.slice(4000, 6000) }))'),
        'FINAL("child")',
        print('context'),
        'FINAL("child again")',
        'FINAL(1)',
        'FINAL(2)',
      ],
      { policies: ['coverage'] },
    );
    const [child] = events.filter((event) => event.type === 'run-end');
    expect(child?.result).toMatchObject({ answer: 'child again', coverage: { fraction: 1 } });
    expect(result.answer).toBe('2');
  });

  it('sends an answer back once for each question of createRlm', async () => {
    const model = scriptedModel([print('1'), 'FINAL(1)', 'FINAL(2)', print('context'), 'FINAL(3)']);
    const options = { model, sandbox, context: text, coverage: true };
    await using rlm = createRlm({ ...options, policies: ['coverage'] });
    const first = await rlm.run('How many words are in all of it?').result;
    const second = await rlm.run('How many lines are in all of it?').result;
    expect([first.answer, second.answer]).toEqual(['2', '3']);
    expect([first.steps.length, second.steps.length]).toEqual([3, 2]);
  });
});

import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend, SandboxSession } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, type RlmEvent, type RlmResult, type Run } from '../src/index.js';
import { cell } from './support/cell.js';
import { gate } from './support/gate.js';
import { watchedBackend } from './support/watched-backend.js';
import { sharedPython } from './support/shared-python.js';

describe('createRlm', () => {
  it('keeps variables from one question to the next, and tells the model of them', async () => {
    const sandbox = watchedBackend();
    const model = scriptedModel([
      cell('words = context.split(" "); FINAL(words.length)'),
      cell('FINAL(words[1])'),
    ]);
    const rlm = createRlm({ model, sandbox, context: 'a b c' });
    expect((await rlm.run('how many?').result).answer).toBe('3');
    expect((await rlm.run('the second?').result).answer).toBe('b');
    expect(sandbox.opened).toHaveLength(1);
    expect(model.calls[1]?.messages[0]?.content).toContain('Variable: `words`');
    expect(model.calls[1]?.messages).toHaveLength(2);
    await rlm.close();
    await rlm.close();
    expect(sandbox.openSessions).toBe(0);
    expect(() => rlm.run('more?')).toThrow(expect.objectContaining({ code: 'rlm_closed' }));
  });

  it('lets runs wait for each other', async () => {
    let running = 0;
    let most = 0;
    const model = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return cell('FINAL(1)');
    };
    const rlm = createRlm({ model, sandbox: watchedBackend() });
    await Promise.all(['a', 'b', 'c'].map((query) => rlm.run(query).result));
    expect(most).toBe(1);
    await rlm.close();
  });

  it('aborts what is under way when it is closed', async () => {
    const sandbox = watchedBackend();
    const rlm = createRlm({ model: () => new Promise<string>(() => undefined), sandbox });
    const { result } = rlm.run('q');
    await Promise.resolve();
    await rlm[Symbol.asyncDispose]();
    expect(await result).toMatchObject({ finishReason: 'aborted' });
    expect(sandbox.openSessions).toBe(0);
  });

  it('throws at once for wrong options', () => {
    expect(() => createRlm({ model: () => '', sandbox: watchedBackend(), maxDepth: -1 })).toThrow(
      /maxDepth/,
    );
  });

  describe.each([
    ['quickjs', quickjs(), (name: string) => `FINAL(${name}.length)`],
    ['pyodide', sharedPython(), (name: string) => `FINAL(len(${name}))`],
  ])('in %s', (_, sandbox, count) => {
    it('gives later questions further contexts, and tells the model of them', async () => {
      const model = scriptedModel(['context', 'notes', 'notes'].map((name) => cell(count(name))));
      const rlm = createRlm({ model, sandbox, context: 'a b c' });
      expect((await rlm.run('one?').result).value).toBe(5);
      rlm.add('notes', ['x', 'y'], { description: 'Notes of the day.' });
      expect((await rlm.run('two?').result).value).toBe(2);
      rlm.add('notes', new Blob(['other']));
      expect((await rlm.run('three?').result).value).toBe(5);
      const prompts = model.calls.map(({ messages }) => String(messages[0]?.content));
      expect(prompts[0]).not.toContain('Variable: `notes`');
      expect(prompts[1]).toContain('Variable: `notes`');
      expect(prompts[1]).toContain('Notes of the day.');
      expect(prompts[2]?.match(/Variable: `notes`/g)).toHaveLength(1);
      expect(prompts[2]).not.toContain('Notes of the day.');
      await rlm.close();
    });

    it('keeps earlier questions and answers in `history`, and tells the model of them', async () => {
      const read = sandbox.language === 'python' ? 'history[0]["answer"]' : 'history[0].answer';
      const model = scriptedModel([
        cell('FINAL("four")'),
        cell(`FINAL(${read})`),
        cell('FINAL(history)'),
      ]);
      const rlm = createRlm({ model, sandbox });
      await rlm.run('How many?').result;
      expect((await rlm.run('What was it?').result).answer).toBe('four');
      const both = [
        { question: 'How many?', answer: 'four' },
        { question: 'What was it?', answer: 'four' },
      ];
      expect((await rlm.run('And all?').result).value).toEqual(both);
      const prompts = model.calls.map(({ messages }) => String(messages[0]?.content));
      expect(prompts[0]).not.toContain('`history`');
      expect(prompts[1]).toContain('Variable: `history`');
      expect(prompts[1]).toContain('The earlier questions of this session and their answers');
      await rlm.close();
    });
  });

  it('keeps a question that found no answer, and older turns of the present one, in `history`', async () => {
    const model = scriptedModel([
      { raise: 'overloaded' },
      ...[1, 2, 3].map((turn) => cell(`print("turn ${turn}")`)),
      cell('FINAL(history.map((entry) => entry.question ?? entry.turn))'),
    ]);
    const compaction = { maxChars: 1_000, keepTurns: 1 };
    const limits = { maxConsecutiveErrors: 1 };
    const rlm = createRlm({ model, sandbox: quickjs(), compaction, limits });
    expect((await rlm.run('lost?').result).answer).toBeNull();
    expect((await rlm.run('found?').result).value).toEqual(['lost?', 1, 2]);
    expect(
      model.calls
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n'),
    ).toContain('behind the earlier questions');
    await rlm.close();
  });

  it.each([
    ['a context', { contexts: { history: { value: 'of Rome' } } }, 'of Rome'],
    ['a tool', { tools: [{ name: 'history', description: '', execute: () => 'tool' }] }, 'tool'],
    ['code', {}, 'mine'],
  ])('leaves the name `history` to %s that has it', async (what, options, expected) => {
    const read = what === 'a tool' ? 'await history()' : 'history';
    const turns = [1, 2, 3].map((turn) => cell(`print("turn ${turn}")`));
    const first = cell(what === 'code' ? 'history = "mine"' : '1');
    const final = cell(`FINAL(${read})`);
    const model = scriptedModel([first, ...turns, final, final]);
    const compaction = { maxChars: 1_000, keepTurns: 1 };
    const rlm = createRlm({ model, sandbox: quickjs(), compaction, ...options });
    expect((await rlm.run('one?').result).answer).toBe(expected);
    expect((await rlm.run('two?').result).answer).toBe(expected);
    const sent = model.calls.flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(sent.join('\n')).toContain('are summed up here.');
    expect(sent.join('\n')).not.toContain('The earlier questions of this session');
    await rlm.close();
  });

  it('keeps questions in the order in which they were asked, aborted ones too', async () => {
    const runs: Run<RlmEvent, RlmResult>[] = [];
    const replies = [
      async () => {
        runs[2]?.abort();
        await runs[2]?.result;
        return cell('FINAL(history.length)');
      },
      () => cell('FINAL(history.map(({ question }) => question))'),
    ];
    const rlm = createRlm({ model: () => replies.shift()?.() ?? '', sandbox: quickjs() });
    const abortSignal = AbortSignal.abort();
    runs.push(rlm.run('before there is a session', { abortSignal }));
    runs.push(...['slow', 'aborted while it waits', 'last'].map((query) => rlm.run(query)));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ value, finishReason }) => value ?? finishReason)).toEqual([
      'aborted',
      1,
      'aborted',
      ['before there is a session', 'slow', 'aborted while it waits'],
    ]);
    await rlm.close();
  });

  it('gives a session that was lost its further contexts again', async () => {
    const sandbox = watchedBackend();
    const model = scriptedModel([
      cell('FINAL(1)'),
      cell('crash()'),
      cell('FINAL(notes + context + history.length)'),
    ]);
    const rlm = createRlm({ model, sandbox, context: 'c' });
    await rlm.run('one?').result;
    rlm.add('notes', 'n');
    expect((await rlm.run('two?').result).answer).toBe('nc1');
    await rlm.close();
  });

  it('leaves no session that is being opened in place of a lost one by a run that was given up', async () => {
    const clock = manualClock();
    const real = quickjs();
    const sessions: SandboxSession[] = [];
    const [sets, goesOn] = [gate(), gate()];
    const sandbox: SandboxBackend = {
      ...real,
      async open(options) {
        const crash = { run: () => session.close() };
        const functions = { ...options?.functions, crash };
        const session = await real.open({ ...options, functions });
        if (sessions.push(session) === 1) return session;
        const set: SandboxSession['set'] = (...given) => {
          sets.open();
          return goesOn.opened.then(() => session.set(...given));
        };
        return { ...session, set };
      },
    };
    const rlm = createRlm({ model: () => cell('crash()'), sandbox, context: 'c', clock });
    const run = rlm.run('q');
    await sets.opened;
    run.abort();
    let isOver = false;
    void run.result.then(() => (isOver = true));
    while (!isOver) await clock.advance(1_000);
    await rlm.close();
    goesOn.open();
    await expect(sessions[1]?.get('context')).rejects.toMatchObject({ code: 'session_closed' });
  });

  it.each([
    ['a name that is no identifier', 'a b', 'x', /identifier/],
    ['a name of the REPL', 'llm_query', 'x', /\bREPL\b.*"llm_query"/],
    ['a name of a tool', 'search', 'x', /\bREPL\b.*"search"/],
    ['a value that is no data', 'notes', [/a/], /contexts\.notes\.value\[0\] is a RegExp/],
  ])('refuses %s', async (_, name, value, message) => {
    const tool = { name: 'search', description: 'd', execute: () => '' };
    const rlm = createRlm({ model: () => '', sandbox: quickjs(), tools: [tool] });
    expect(() => {
      rlm.add(name, value);
    }).toThrow(message);
    await rlm.close();
    expect(() => {
      rlm.add('notes', 'x');
    }).toThrow(expect.objectContaining({ code: 'rlm_closed' }));
  });
});

import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import type { ScriptedStep } from '../../src/scripted/index.js';
import { createSandbox } from '../../src/index.js';
import { deafen, gate, scriptedBackend, type TamperedChild } from './support/scripted-backend.js';

const limits = { graceMs: 20 };

/** Ends a child as if one of another session had ended the process that they shared. */
async function dieWithOthers(child: TamperedChild | undefined): Promise<void> {
  await child?.lose({ kind: 'process-died', reason: 'the process of the engines ended (SIGABRT)' });
}

describe('a cell whose process dies with another guest', () => {
  /** A session in which the second cell runs `cell` in every guest. */
  async function run(cell: ScriptedStep, functions = {}) {
    const recipe = scriptedBackend([{ stdout: 'first\n', variables: { x: 1 } }, cell, 'third\n']);
    const session = await createSandbox(recipe).open({ limits, functions });
    await session.execute('first');
    const die = () => dieWithOthers(recipe.children.at(-1));
    return { recipe, session, die };
  }

  it('is run again by itself, alone, and says that the session was replayed', async () => {
    let runs = 0;
    const { recipe, session, die } = await run((_code, guest) => {
      if (runs++ === 0) void die();
      return `x is ${JSON.stringify(guest.variables.get('x'))}\n`;
    });
    const result = await session.execute('second');
    expect([result.outcome, result.session]).toEqual(['ok', 'replayed']);
    expect(result.stdout).toBe('x is 1\n');
    expect(recipe.starts.map(({ alone = false }) => alone)).toEqual([false, true]);
    expect((await session.execute('third')).session).toBe('kept');
    await session.close();
  });

  it('asks nothing twice: neither what was answered, nor what was under way', async () => {
    const asked: string[] = [];
    const late = gate();
    const llm_query = async (prompt: string): Promise<string> => {
      asked.push(prompt);
      if (prompt === 'b') await late.opened;
      return `re:${prompt}`;
    };
    let runs = 0;
    const { session, die } = await run(
      async (_code, guest) => {
        runs++;
        const first = await guest.call('llm_query', 'a');
        const second = guest.call('llm_query', 'b');
        if (runs === 1) {
          await eventually(() => {
            expect(asked).toEqual(['a', 'b']);
          });
          void die();
          late.open();
        }
        return JSON.stringify([first, await second, await guest.call('llm_query', 'c')]) + '\n';
      },
      { llm_query },
    );
    const result = await session.execute('second');
    expect(result.stdout).toBe('["re:a","re:b","re:c"]\n');
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(result.llmCalls.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c']);
    await session.close();
  });

  it('shows nothing twice', async () => {
    let runs = 0;
    const { session, die } = await run((_code, guest) => {
      guest.print('one ');
      if (runs++ === 0) void die();
      guest.print('two\n');
      return '';
    });
    let seen = '';
    const result = await session.execute('second', { onOutput: (text) => (seen += text) });
    expect([result.stdout, seen]).toEqual(['one two\n', 'one two\n']);
    await session.close();
  });

  it('is in the log once, with all its answers', async () => {
    let runs = 0;
    let asked = 0;
    const { session, die } = await run(
      async (_code, guest) => {
        const answer = await guest.call('llm_query', 'a');
        if (runs++ === 0) void die();
        return JSON.stringify(answer);
      },
      { llm_query: () => `answer ${++asked}` },
    );
    await session.execute('second');
    await die();
    expect((await session.execute('third')).session).toBe('replayed');
    expect(asked).toBe(1);
    await session.close();
  });

  describe('whose answers took more than is kept', () => {
    const page = (): string => 'x'.repeat(1_000_000);

    it('is not run again, and says why; the session is back to before it', async () => {
      let runs = 0;
      const { recipe, session, die } = await run(
        async (_code, guest) => {
          runs++;
          for (let call = 0; call < 40; call++) await guest.call('page', call);
          void die();
          return '';
        },
        { page },
      );
      const result = await session.execute('second');
      expect([result.outcome, result.session, runs]).toEqual(['crashed', 'replayed', 1]);
      expect(result.error?.message).toMatch(/\bnot run again\b.* 67108864\b/);
      expect(await session.get('x')).toBe(1);
      expect(recipe.starts.length).toBe(2);
      await session.close();
    });

    it('is lost with its guest once it has ended', async () => {
      const { recipe, session } = await run(
        async (_code, guest) => {
          for (let call = 0; call < 40; call++) await guest.call('page', call);
          return 'done\n';
        },
        { page },
      );
      expect((await session.execute('second')).outcome).toBe('ok');
      await recipe.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
      const next = await session.execute('third');
      expect([next.outcome, next.session]).toEqual(['crashed', 'lost']);
      await session.close();
    });

    it('can be taken back where it was stopped', async () => {
      const { session } = await run(
        async (_code, guest) => {
          for (let call = 0; call < 40; call++) await guest.call('page', call);
          return { hangs: true };
        },
        { page },
      );
      const stopped = await session.execute('second', { timeoutMs: 2_000 });
      expect([stopped.outcome, stopped.session]).toEqual(['timeout', 'kept']);
      expect(await session.undo?.()).toBe('replayed');
      expect(await session.get('x')).toBe(1);
      await session.close();
    });
  });

  it('that dies again when it is alone has ended by itself', async () => {
    let runs = 0;
    const { recipe, session, die } = await run(() => {
      runs++;
      if (runs === 1) void die();
      if (runs === 2) void recipe.children[1]?.lose({ kind: 'memory', reason: 'out of memory' });
      return 'next\n';
    });
    const result = await session.execute('second');
    expect([result.outcome, result.error?.message]).toEqual(['memory', 'out of memory']);
    expect(result.session).toBe('replayed');
    expect((await session.execute('next')).outcome).toBe('ok');
    await session.close();
  });

  it('that does something else when it runs again is not asked for money', async () => {
    let runs = 0;
    const asked: string[] = [];
    const { session, die } = await run(
      async (_code, guest) => {
        const prompt = runs === 0 ? 'a' : 'other';
        const answer = await guest.call('llm_query', prompt);
        if (runs++ === 0) void die();
        return JSON.stringify(answer);
      },
      { llm_query: (prompt: string) => asked.push(prompt) },
    );
    const result = await session.execute('second');
    expect([result.outcome, asked]).toEqual(['crashed', ['a']]);
    expect(result.error?.message).toMatch(/\bagain .*\bdiverged .*\bcall 1: /);
    await session.close();
  });

  it('keeps its time-out', async () => {
    let runs = 0;
    const { session, die } = await run(() => {
      if (runs++ === 0) void die();
      return { hangs: true };
    });
    const result = await session.execute('second', { timeoutMs: 50 });
    expect(result.outcome).toBe('timeout');
    await session.close();
  });

  it('ends with its signal while the session is brought back', async () => {
    const recipe = scriptedBackend([{ hangs: true }], {
      change(child, nth) {
        deafen(child);
        return nth === 0 ? undefined : new Promise(() => undefined);
      },
    });
    const session = await createSandbox(recipe).open({ limits });
    const controller = new AbortController();
    const running = session.execute('', { abortSignal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    await dieWithOthers(recipe.children[0]);
    await eventually(() => {
      expect(recipe.starts.length).toBe(2);
    });
    controller.abort(new Error('no more'));
    expect((await running).outcome).toBe('aborted');
    await session.close();
  });

  it('keeps a final that it gave before', async () => {
    const { recipe, session, die } = await run((_code, guest) => {
      void guest.call('finish').catch(() => undefined);
      return { final: { type: 'direct', answer: 'done' }, hangs: true };
    });
    const running = session.execute('second');
    await new Promise((resolve) => setImmediate(resolve));
    void die();
    const result = await running;
    expect(result.finalOutput).toEqual({ type: 'direct', answer: 'done' });
    expect(recipe.starts.length).toBe(1);
    await session.close();
  });
});

describe('a call between cells whose process dies with another guest', () => {
  it('is made again', async () => {
    const recipe = scriptedBackend([{ variables: { x: 1 } }], {
      change(child, nth) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (nth === 0 && frame.type === 'get') void dieWithOthers(child);
          else send(frame);
        };
      },
    });
    const session = await createSandbox(recipe).open({ limits });
    await session.execute('first');
    expect(await session.get('x')).toBe(1);
    expect(recipe.starts[1]?.alone).toBe(true);
    await session.close();
  });

  it('finds the session brought back where it died between two calls', async () => {
    const recipe = scriptedBackend([{ variables: { x: 1 } }, 'second\n']);
    const session = await createSandbox(recipe).open({ limits });
    await session.execute('first');
    await dieWithOthers(recipe.children[0]);
    expect(await session.get('x')).toBe(1);
    expect(recipe.starts[1]?.alone).toBe(false);
    expect((await session.execute('second')).session).toBe('replayed');
    await session.close();
  });
});

describe('a recovery whose process dies with another guest', () => {
  it('is made again, alone', async () => {
    const recipe = scriptedBackend(['first\n', 'second\n'], {
      change(child, nth) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (nth === 1 && frame.type === 'execute') void dieWithOthers(child);
          else send(frame);
        };
      },
    });
    const session = await createSandbox(recipe).open({ limits });
    await session.execute('first');
    await recipe.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    const result = await session.execute('second');
    expect([result.outcome, result.session]).toEqual(['ok', 'replayed']);
    expect(recipe.starts[2]?.alone).toBe(true);
    await session.close();
  });
});

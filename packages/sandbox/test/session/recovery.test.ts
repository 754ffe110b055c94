import { describe, expect, it, vi } from 'vitest';

import type { ScriptedStep } from '../../src/scripted/index.js';
import { createSandbox, type SandboxBackend } from '../../src/index.js';
import { deafen, scriptedBackend } from './support/scripted-backend.js';

/** A scripted backend that does not listen to stops: what hangs must be killed. */
function stubborn(steps: readonly ScriptedStep[], isDeterministic = true): SandboxBackend {
  return createSandbox(
    scriptedBackend(steps, {
      steps: (nth) => (nth > 0 && !isDeterministic ? ['changed', ...steps.slice(1)] : steps),
      change: deafen,
    }),
  );
}

/** A scripted backend whose cell `crash` ends the guest; `x = 1` sets `x`. */
function crashing(): SandboxBackend {
  const step: ScriptedStep = (code, guest) => {
    if (code === 'x = 1') guest.variables.set('x', 1);
    return '';
  };
  return createSandbox(
    scriptedBackend(Array<ScriptedStep>(9).fill(step), {
      change(child) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (frame.type === 'execute' && frame.code === 'crash') {
            void child.lose({ kind: 'crashed', reason: 'memory is full' });
          } else send(frame);
        };
      },
    }),
  );
}

const limits = { graceMs: 20 };

/** The time of a call whose cell hangs; all others have as long as a slow machine may take. */
const hanging = { timeoutMs: 20 };

describe('recovery', () => {
  it('rebuilds a killed session by replay, with recorded answers', async () => {
    let asked = 0;
    const session = await stubborn([
      async (_code, guest) => {
        guest.variables.set('x', await guest.call('llm_query', 'q'));
        return 'asked\n';
      },
      { hangs: true },
    ]).open({ limits, functions: { llm_query: () => `answer ${++asked}` } });
    await session.set('context', 'kept');
    await session.execute('first');
    const result = await session.execute('second', hanging);
    expect([result.outcome, result.session]).toEqual(['timeout', 'replayed']);
    expect(await session.get('x')).toBe('answer 1');
    expect(await session.get('context')).toBe('kept');
    expect(asked).toBe(1);
    await session.close();
  });

  it('says that the variables are lost when the replay diverges, and keeps the host’s own', async () => {
    const session = await stubborn(['first\n', { hangs: true }], false).open({ limits });
    await session.set('context', 'kept');
    await session.execute('first');
    const result = await session.execute('second', hanging);
    expect([result.outcome, result.session]).toEqual(['timeout', 'replayed']);
    const next = await session.execute('third');
    expect([next.outcome, next.session]).toEqual(['crashed', 'lost']);
    expect(await session.get('context')).toBe('kept');
    await session.close();
  });

  it('ends at once when a cell asks the host for something else than it did', async () => {
    let starts = 0;
    const step: ScriptedStep = async (code, guest) => {
      if (code === 'first') await guest.call('llm_query', `in guest ${starts}`);
      return '';
    };
    const played = scriptedBackend([step, step], {
      change: () => {
        starts += 1;
      },
    });
    // Nothing but the divergence can end it.
    const limits = { cellMs: 1e9, graceMs: 1e9 };
    const functions = { llm_query: () => 'answer' };
    await using session = await createSandbox(played).open({ functions, limits });
    await session.execute('first');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    const { error } = await session.execute('second');
    expect(error?.message).toMatch(/cell 1 diverged at host call 1: .*guest 1.* gave .*guest 2/);
  });

  it('tells a cell nothing of the host if no other child starts, but who runs the host', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const reason = 'there is no /home/me/quickjs.wasm';
    const played = scriptedBackend(['first', 'second'], {
      change: (_, nth) => (nth === 0 ? undefined : Promise.reject(new Error(reason))),
    });
    await using session = await createSandbox(played).open();
    await session.execute('first');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    for (let tries = 0; tries < 2; tries += 1) {
      const { outcome, error } = await session.execute('second');
      expect([outcome, error?.message]).toEqual(['crashed', expect.stringContaining('start')]);
      expect(error?.message).not.toContain('/');
    }
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(reason), 'RlmWarning');
    warned.mockRestore();
  });

  it('keeps a final that was recorded before the guest had to be killed', async () => {
    const session = await stubborn([
      { final: { type: 'direct', answer: 'kept' }, hangs: true },
    ]).open({ limits });
    const result = await session.execute('', hanging);
    expect(result).toMatchObject({
      outcome: 'final',
      success: true,
      finalOutput: { type: 'direct', answer: 'kept' },
    });
    await session.close();
  });

  it('gives up after three crashes in a row, says once what was lost, and goes on with a fresh guest', async () => {
    await using session = await crashing().open({ limits });
    await session.set('context', 'kept');
    await session.execute('x = 1');
    const states: string[] = [];
    for (const code of ['crash', 'crash', 'y', 'crash', 'crash', 'crash']) {
      states.push((await session.execute(code)).session);
    }
    expect(states).toEqual(['replayed', 'replayed', 'kept', 'replayed', 'replayed', 'lost']);
    expect((await session.execute('z')).session).toBe('kept');
    expect(await session.get('context')).toBe('kept');
    await expect(session.get('x')).rejects.toThrow('x');
  });

  it('says in the error of the last crash why the variables are lost, and which they were', async () => {
    await using session = await crashing().open({ limits });
    await session.execute('x = 1');
    for (let tries = 0; tries < 2; tries += 1) await session.execute('crash');
    const { error } = await session.execute('crash');
    expect(error?.message).toMatch(/^memory .*; .*\blost\b.*\b3 times\b.*: x\.$/);
  });

  it.each([
    ['of 64 MiB', 64 * 1024 * 1024, 'restored'],
    ['no larger one', 64 * 1024 * 1024 + 1, 'replayed'],
  ])('goes back to a snapshot of its own %s', async (_, bytes, expected) => {
    const state = JSON.stringify({ position: 2, variables: [['x', 'of the snapshot']] });
    const snapshot = new TextEncoder().encode(state.padEnd(bytes));
    const asked: number[] = [];
    const played = scriptedBackend([{ variables: { x: 'of the cell' } }, { hangs: true }, ''], {
      snapshot: true,
      change(child, _nth, { onFrame }) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (frame.type !== 'snapshot') return send(frame);
          asked.push(frame.maxBytes);
          onFrame({ type: 'snapshot', id: frame.id, bytes: snapshot });
        };
      },
    });
    await using session = await createSandbox(played).open();
    await session.execute('first');
    // A cell that was stopped midway is what a session takes a snapshot for.
    expect((await session.execute('second', hanging)).session).toBe('kept');
    await session.get('x');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    expect((await session.execute('third')).session).toBe(expected);
    expect(asked[0]).toBe(64 * 1024 * 1024);
    const x = expected === 'restored' ? 'of the snapshot' : 'of the cell';
    expect(await session.get('x')).toBe(x);
  });

  it('ends a session whose time is used up', async () => {
    const session = await stubborn([{ hangs: true }, 'never']).open({
      limits: { ...limits, sessionTimeoutMs: 20 },
    });
    await session.execute('');
    const result = await session.execute('');
    expect([result.outcome, result.stdout]).toEqual(['timeout', '']);
    await session.close();
  });

  it.each<[string, unknown]>([
    ['the end of another cell', { type: 'done', id: 999, status: 'ok' }],
    ['nothing of a known shape', { type: 'nonsense' }],
    ['no frame at all', null],
  ])('ends a guest that says %s', async (_, frame) => {
    const session = await createSandbox({
      name: 'forger',
      language: 'python',
      spawn: ({ onFrame }) => ({
        send: () => {
          onFrame(frame);
        },
        stop: () => undefined,
        kill: () => Promise.resolve(),
        exited: new Promise(() => undefined),
      }),
    }).open({ limits });
    const result = await session.execute('');
    expect([result.outcome, result.error?.type]).toEqual(['violation', 'SandboxViolation']);
    await session.close();
  });
});

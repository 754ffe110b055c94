import { errorWith } from '@rlm/config/error-with';
import { eventually } from '@rlm/config/eventually';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { SandboxError } from '../../src/index.js';
import { createSandbox } from '../../src/index.js';
import { deafen, gate, scriptedBackend, type TamperedChild } from './support/scripted-backend.js';

const limits = { graceMs: 20 };
const never = new Promise<never>(() => undefined);
const hangs = { hangs: true } as const;

/** A child that never gives a snapshot. */
function withoutSnapshots(child: TamperedChild): void {
  const send = child.send.bind(child);
  child.send = (frame) => {
    if (frame.type !== 'snapshot') send(frame);
  };
}

/** The error of a promise that must reject. */
async function errorOf(promise: Promise<unknown>): Promise<SandboxError> {
  return promise.then(
    () => expect.unreachable('expected an error'),
    (error: unknown) => error as SandboxError,
  );
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a call whose guest is lost', () => {
  it('returns without bringing it back, and says what the next call will find', async () => {
    const played = scriptedBackend(['first\n', hangs], {
      change(child, nth) {
        deafen(child);
        return nth === 0 ? undefined : never;
      },
    });
    const session = await createSandbox(played).open({ limits });
    await session.execute('first');
    const result = await session.execute('second', { timeoutMs: 20 });
    expect([result.outcome, result.session]).toEqual(['timeout', 'replayed']);
    expect(played.starts.length).toBe(1);
    await session.close();
  });

  it('returns while the guest is still being ended', async () => {
    const played = scriptedBackend([hangs], {
      change(child) {
        deafen(child);
        child.kill = () => never;
      },
    });
    const session = await createSandbox(played).open({ limits });
    expect((await session.execute('', { timeoutMs: 20 })).outcome).toBe('timeout');
  });
});

it('a close waits for the guest that a call has lost, and that is still being ended', async () => {
  let isEnded = false;
  const leaving = gate();
  const played = scriptedBackend([hangs], {
    change(child) {
      deafen(child);
      const kill = child.kill.bind(child);
      child.kill = async () => {
        await leaving.opened;
        await kill();
        isEnded = true;
      };
    },
  });
  const session = await createSandbox(played).open({ limits });
  expect((await session.execute('', { timeoutMs: 20 })).outcome).toBe('timeout');
  setTimeout(leaving.open, 20);
  await session.close();
  expect(isEnded).toBe(true);
});

describe('bringing a session back', () => {
  /** A session whose first guest is gone, and whose second waits for `arrival`. */
  async function lose(arrival: Promise<void>, change = deafen) {
    const played = scriptedBackend(['first\n', hangs, 'second\n'], {
      steps: (nth) => (nth === 0 ? ['first\n', hangs] : ['first\n', 'second\n']),
      change: (child, nth) => {
        change(child);
        return nth === 0 ? undefined : arrival;
      },
    });
    const session = await createSandbox(played).open({ limits });
    await session.execute('first');
    await session.execute('hangs', { timeoutMs: 20 });
    return { played, session };
  }

  it('ends with the time of the call that does it, and goes on for the next', async () => {
    const arrival = gate();
    const { played, session } = await lose(arrival.opened);
    const result = await session.execute('second', { timeoutMs: 30 });
    expect([result.outcome, result.session]).toEqual(['timeout', 'replayed']);
    expect(result.error?.message).toMatch(/restored/);
    const error = await errorOf(session.get('x', { timeoutMs: 30 }));
    expect(error.code).toBe('call_timeout');
    expect(error.message).toMatch(/restored/);
    arrival.open();
    const next = await session.execute('second');
    expect([next.outcome, next.stdout, next.session]).toEqual(['ok', 'second\n', 'kept']);
    expect(played.starts.length).toBe(2);
    await session.close();
  });

  it('ends with the signal of the call that does it, and the next begins anew', async () => {
    const arrival = gate();
    const { played, session } = await lose(arrival.opened);
    const controller = new AbortController();
    const running = session.execute('second', { abortSignal: controller.signal });
    await eventually(() => {
      expect(played.starts.length).toBe(2);
    });
    controller.abort(new Error('no more'));
    const result = await running;
    expect([result.outcome, result.session]).toEqual(['aborted', 'replayed']);
    expect(result.error?.message).toMatch(/no more.*restored/);
    arrival.open();
    expect((await session.execute('second')).stdout).toBe('second\n');
    expect([played.starts.length, played.alive()]).toEqual([3, 1]);
    await session.close();
  });

  it('leaves nothing behind when the session is closed meanwhile', async () => {
    const arrival = gate();
    const { played, session } = await lose(arrival.opened);
    const running = session.execute('second');
    await eventually(() => {
      expect(played.starts.length).toBe(2);
    });
    const closing = session.close();
    expect((await running).outcome).toBe('aborted');
    arrival.open();
    await closing;
    expect(played.alive()).toBe(0);
  });

  it('is waited for by a close at any moment of it, until the guest that was on its way has ended', async () => {
    // At some of these moments the guest has started, and nobody has it yet.
    for (let ticks = 0; ticks < 24; ticks += 1) {
      const arrival = gate();
      const slow = (child: TamperedChild): void => {
        deafen(child);
        const kill = child.kill.bind(child);
        child.kill = async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          await kill();
        };
      };
      const { played, session } = await lose(arrival.opened, slow);
      const running = session.execute('second');
      await eventually(() => {
        expect(played.starts.length).toBe(2);
      });
      arrival.open();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      await session.close();
      expect([ticks, played.alive()]).toEqual([ticks, 0]);
      await running;
    }
  });

  it('that fails is said by the call that met it; the next goes on with the host’s values', async () => {
    const played = scriptedBackend([], {
      steps: (nth) => (nth === 0 ? ['first\n', hangs] : ['changed\n', 'second\n']),
      change: deafen,
    });
    const session = await createSandbox(played).open({ limits });
    await session.set('context', 'kept');
    await session.execute('first');
    const lost = await session.execute('hangs', { timeoutMs: 20 });
    expect(lost.session).toBe('replayed');
    const told = await session.execute('never runs');
    expect([told.outcome, told.session, told.stdout]).toEqual(['crashed', 'lost', '']);
    expect(told.error).toMatchObject({ type: 'SessionLost' });
    expect(told.error?.message).toMatch(/\blost: .*\bcell 1 diverged\b/);
    expect(await session.get('context')).toBe('kept');
    expect((await session.execute('next')).session).toBe('kept');
    await session.close();
  });

  it('that fails is an error of get, variables and set', async () => {
    const played = scriptedBackend([], {
      steps: (nth) => (nth === 0 ? ['first\n', hangs] : ['changed\n', 'second\n']),
      change: deafen,
    });
    const session = await createSandbox(played).open({ limits });
    await session.execute('first');
    await session.execute('hangs', { timeoutMs: 20 });
    expect((await errorOf(session.variables())).code).toBe('session_lost');
    expect(await session.variables()).toEqual([]);
    await session.close();
  });

  it('takes at most as long as a cell may, and at least 20 s; then the variables are lost', async () => {
    const { session } = await lose(never);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const running = session.execute('second', { timeoutMs: 100_000 });
    await vi.advanceTimersByTimeAsync(40_000);
    const result = await running;
    expect([result.outcome, result.session]).toEqual(['crashed', 'lost']);
    expect(result.error?.message).toMatch(/took over 30000 ms/);
  });

  it('of a guest that ended between two calls is said by the next result', async () => {
    let end = (): Promise<void> => Promise.resolve();
    const played = scriptedBackend(['first\n', 'second\n', 'third\n'], {
      change(child) {
        end = () => child.lose({ kind: 'crashed', reason: 'by itself' });
      },
    });
    const session = await createSandbox(played).open({ limits });
    await session.execute('first');
    await end();
    const result = await session.execute('second');
    expect([result.outcome, result.session]).toEqual(['ok', 'replayed']);
    expect((await session.execute('third')).session).toBe('kept');
    await session.close();
  });
});

describe('a session that opens', () => {
  it('rejects with the reason if its signal was aborted the moment its guest came', async () => {
    const controller = new AbortController();
    const played = scriptedBackend([], {
      change: () => {
        controller.abort(new Error('no more'));
      },
    });
    const opening = createSandbox(played).open({ abortSignal: controller.signal });
    expect((await errorOf(opening)).message).toBe('no more');
    await eventually(() => {
      expect(played.alive()).toBe(0);
    });
  });

  it('ends with its signal, and kills a guest that arrives later', async () => {
    const arrival = gate();
    const played = scriptedBackend([], { change: () => arrival.opened });
    const controller = new AbortController();
    const opening = createSandbox(played).open({ abortSignal: controller.signal });
    await eventually(() => {
      expect(played.starts.length).toBe(1);
    });
    controller.abort(new Error('no more'));
    expect((await errorOf(opening)).message).toBe('no more');
    arrival.open();
    await eventually(() => {
      expect(played.alive()).toBe(0);
    });
  });
});

describe('a snapshot that the guest does not give', () => {
  it('holds no result up; the guest is given up, and comes back', async () => {
    const played = scriptedBackend([], {
      steps: (nth) => (nth === 0 ? [hangs] : ['second\n']),
      snapshot: true,
      change(child) {
        if (played.starts.length === 1) withoutSnapshots(child);
      },
    });
    const session = await createSandbox(played).open({ limits });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const running = session.execute('hangs', { timeoutMs: 20 });
    await vi.advanceTimersByTimeAsync(100);
    const result = await running;
    expect([result.outcome, result.session]).toEqual(['timeout', 'kept']);
    const next = session.execute('next');
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await next).session).toBe('restored');
    expect(played.alive()).toBe(1);
    await session.close();
  });

  it('ends a snapshot with the session', async () => {
    const played = scriptedBackend([], {
      snapshot: true,
      change: withoutSnapshots,
    });
    const session = await createSandbox(played).open({ limits });
    const taking = errorOf(session.snapshot?.() ?? never);
    await eventually(() => {
      expect(played.starts.length).toBe(1);
    });
    await session.close();
    expect((await taking).code).toBe('session_closed');
  });
});

describe('get, variables and set', () => {
  /** A session whose first guest answers no question of this type. */
  const silent = (type: string) =>
    scriptedBackend(['first\n'], {
      change(child, nth) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (nth > 0 || frame.type !== type) send(frame);
        };
      },
    });

  it.each(['get', 'variables', 'set-text'] as const)('end by a time-out (%s)', async (type) => {
    const session = await createSandbox(silent(type)).open({ limits });
    const options = { timeoutMs: 20 };
    const use = {
      get: () => session.get('x', options),
      variables: () => session.variables(options),
      'set-text': () => session.set('x', 'a', options),
    }[type];
    const error = await errorOf(use());
    expect(error.code).toBe('call_timeout');
    expect(error.message).toMatch(/\bend within 20 ms\b/);
    expect((await session.execute('next')).outcome).toBe('ok');
    await session.close();
  });

  it('end with a signal', async () => {
    const session = await createSandbox(silent('get')).open({ limits });
    const controller = new AbortController();
    const asking = errorOf(session.get('x', { abortSignal: controller.signal }));
    controller.abort(new Error('no more'));
    expect((await asking).message).toBe('no more');
    await session.close();
  });

  it('have ten seconds where none are named', async () => {
    const session = await createSandbox(silent('get')).open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asking = errorOf(session.get('x'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await asking).code).toBe('call_timeout');
    await session.close();
  });

  it('refuse options that are none', async () => {
    const session = await createSandbox(silent('get')).open();
    const error = await errorOf(session.get('x', { timeoutMS: 1 } as object));
    expect(error).toEqual(
      errorWith({ code: 'invalid_option', facts: ['timeoutMS', 'timeoutMs?'] }),
    );
    await session.close();
  });
});

describe('a call that waits for its turn', () => {
  it('leaves when its signal is aborted', async () => {
    const played = scriptedBackend([hangs]);
    const session = await createSandbox(played).open({ limits });
    const running = session.execute('hangs');
    const controller = new AbortController();
    const { signal: abortSignal } = controller;
    const waiting = session.execute('next', { abortSignal });
    const asking = errorOf(session.get('x', { abortSignal }));
    controller.abort(new Error('no more'));
    expect((await waiting).error?.message).toBe('no more');
    expect((await asking).message).toBe('no more');
    await session.close();
    expect((await running).outcome).toBe('aborted');
  });
});

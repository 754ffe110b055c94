import { describe, expect, it } from 'vitest';

import type { HostFunction, SandboxBackend, SandboxSession } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { gate } from './support/scripted-backend.js';

/** A backend whose cells print their code, and `use` what the host function of this name returns. */
const playing = (): SandboxBackend =>
  scripted(
    [async (code, { call }) => (code === 'use' ? `${String(await call('use'))}\n` : `${code}\n`)],
    { repeatLast: true },
  );

/** Opens a session whose host function `use` gets the session itself. */
async function openWith(use: (own: SandboxSession) => unknown): Promise<SandboxSession> {
  const own: { session?: SandboxSession } = {};
  const call: HostFunction = () => own.session && use(own.session);
  own.session = await playing().open({ functions: { use: call } });
  return own.session;
}

const codeOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'none',
    (error: unknown) => (error as { readonly code: string }).code,
  );

/** What a host function may do with the session whose cell waits for it: nothing that waits for that cell. */
describe('a host function that uses its own session', () => {
  it('is refused at once, also after it has awaited something', async () => {
    await using session = await openWith(async (own) => {
      await new Promise((resolve) => setTimeout(resolve));
      const uses = [own.execute('x'), own.set('x', 1), own.get('x'), own.variables()];
      return (await Promise.all(uses.map(codeOf))).join(' ');
    });
    const busy = 'session_busy';
    expect((await session.execute('use')).stdout).toBe(`${[busy, busy, busy, busy].join(' ')}\n`);
  });

  it('is refused too in the function of another session that it uses', async () => {
    await using session = await openWith(async (own) => {
      const use: HostFunction = () => codeOf(own.execute('x'));
      await using inner = await playing().open({ functions: { use } });
      return (await inner.execute('use')).stdout.trim();
    });
    expect((await session.execute('use')).stdout).toBe('session_busy\n');
  });

  it('may do so with what it left running, when its cell has ended', async () => {
    const end = gate();
    let later: Promise<{ readonly stdout: string }> | undefined;
    await using session = await openWith((own) => {
      later = end.opened.then(() => own.execute('later'));
      return 'now';
    });
    expect((await session.execute('use')).stdout).toBe('now\n');
    end.open();
    expect((await later)?.stdout).toBe('later\n');
  });

  it('may close it', async () => {
    const session = await openWith((own) => own.close());
    expect((await session.execute('use')).outcome).toBe('aborted');
  });
});

describe('another user of a session', () => {
  it('waits for its turn during a host call: cells run in the order in which they were given', async () => {
    const [arrived, released] = [gate(), gate()];
    await using session = await openWith(async () => {
      arrived.open();
      await released.opened;
      return 'late';
    });
    const order: string[] = [];
    const run = async (code: string): Promise<void> => {
      order.push((await session.execute(code)).stdout);
    };
    const first = run('use');
    await arrived.opened;
    const others = [run('second'), run('third')];
    released.open();
    await Promise.all([first, ...others]);
    expect(order).toEqual(['late\n', 'second\n', 'third\n']);
  });

  it('runs nothing if its signal is aborted before', async () => {
    await using session = await openWith(() => undefined);
    const result = await session.execute('x', { abortSignal: AbortSignal.abort() });
    expect([result.outcome, result.stdout]).toEqual(['aborted', '']);
  });
});

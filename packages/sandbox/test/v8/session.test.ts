import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession, SessionOptions } from '../../src/index.js';
import { v8 } from '../../src/v8/index.js';
import { describeWhere } from '../support/describe-where.js';
import { startHost } from '../support/killed-host.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const entry = fileURLToPath(new URL('../../src/v8/index.ts', import.meta.url));

describeWhere(await v8().probe(), 'a session of v8()', () => {
  let session: SandboxSession | undefined;
  const open = async (options?: SessionOptions): Promise<SandboxSession> =>
    (session = await v8().open(options));
  afterEach(() => session?.close());

  it('is the same one after hundreds of finals and stops', async () => {
    const opened = await open({ limits: { cellMs: 5_000 } });
    await opened.execute('const kept = 7');
    const finals = [
      'FINAL(1)',
      'try { FINAL(1) } catch {} finally { throw 1 }',
      'for (;;) { try { FINAL(1) } catch {} }',
      'await null; FINAL(1)',
      'Promise.resolve().then(() => { for (;;) print("late") }); FINAL(1)',
    ];
    for (let round = 0; round < 100; round++) {
      const { outcome, session: state } = await opened.execute(finals[round % 5] ?? '');
      expect([round, outcome, state]).toEqual([round, 'final', 'kept']);
    }
    expect(await opened.execute('kept')).toMatchObject({ value: '7', stdout: '' });
  });

  it('lists its variables, even if what reads its answer was stopped', async () => {
    const opened = await open({ dialects: ['answer'], limits: { cellMs: 1_000 } });
    const { locals, outcome } = await opened.execute(
      'var x = 1; answer = { ready: true, get content() { for (;;); } }',
    );
    expect([outcome, Object.keys(locals)]).toEqual(['timeout', expect.arrayContaining(['x'])]);
  });

  describe('is kept by a stop of a loop', () => {
    // One session for all, since each has to leave it as it was.
    let kept: SandboxSession;
    beforeAll(async () => {
      kept = await v8().open({ functions: { f: (value: unknown) => value } });
      await kept.execute('const kept = 7');
    });
    afterAll(() => kept.close());

    it.each([
      ['at top level', 'for (;;);'],
      ['after an await', 'await null; for (;;);'],
      ['in a job', 'Promise.resolve().then(() => { for (;;); })'],
      ['between awaits', 'for (;;) await null'],
      [
        'in a getter that is thrown',
        'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })',
      ],
      ['in what catches its stop', 'const f = () => { try { for (;;); } finally { f() } }; f()'],
      ['in calls of print', 'for (;;) print(1)'],
      [
        'in calls of the host',
        'for (;;) { const p = f(1); p.catch(() => 0); if (Math.random() < 0.001) await p }',
      ],
    ])('%s', async (_name, code) => {
      const stopped = await kept.execute(code, { timeoutMs: 150 });
      expect(['timeout', 'error']).toContain(stopped.outcome);
      expect(stopped.session).toBe('kept');
      expect((await kept.execute('kept')).value).toBe('7');
    });
  });

  it('has no job of a stopped cell in the next one', async () => {
    const opened = await open();
    const left = 'var count = 0; (async () => { for (;;) { count++; await null } })(); FINAL(1)';
    expect((await opened.execute(left)).outcome).toBe('final');
    const first = await opened.execute('count');
    expect((await opened.execute('await null; count')).value).toBe(first.value);
  });

  it('loses its heap alone if it is full, and comes back', async () => {
    const opened = await open({ limits: { memoryBytes: 64 * 1024 * 1024 } });
    await opened.execute('const kept = 7');
    const full = await opened.execute('const all = []; for (;;) all.push({ all })', {
      timeoutMs: 20_000,
    });
    expect([full.outcome, full.session]).toEqual(['memory', 'replayed']);
    expect((await opened.execute('kept')).value).toBe('7');
  });

  it('counts buffers', async () => {
    const opened = await open({ limits: { memoryBytes: 64 * 1024 * 1024 } });
    const code = 'try { new Uint8Array(4e8) } catch (error) { print(error.message) }';
    expect((await opened.execute(code)).stdout).toBe('Array buffer allocation failed\n');
  });

  it('does the same again from its log', async () => {
    const opened = await open({ seed: 'x', functions: { f: (value: number) => value + 1 } });
    await opened.execute(
      'const a = [Math.random(), Date.now(), new Date().toISOString(), await f(1)]',
    );
    const { value } = await opened.execute('JSON.stringify(a)');
    const replay = opened.replayLog?.();
    if (replay === undefined) throw new Error('no log');
    const again = await v8().open({ replay, seed: 'x', functions: { f: () => 0 } });
    expect((await again.execute('JSON.stringify(a)')).value).toBe(value);
    await again.close();
  });

  it('ends with its host', async () => {
    const host = await startHost(entry, 'v8()', 'javascript');
    expect(host.guests.length).toBeGreaterThanOrEqual(2);
    host.child.kill('SIGKILL');
    expect(await waitUntilGone(host.guests)).toEqual([]);
    await host.remove();
  });

  it('leaves no process behind when it is closed', async () => {
    const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
    const opened = await open();
    const guests = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
    expect(guests.length).toBeGreaterThanOrEqual(2);
    await opened.close();
    expect(await waitUntilGone(guests)).toEqual([]);
  });
});

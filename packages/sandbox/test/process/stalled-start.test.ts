import { eventually } from '@rlm/config/eventually';
import { afterEach, expect, it, vi } from 'vitest';

import type { Engine } from '../../src/contract/engine.js';
import { defaultLimits } from '../../src/index.js';
import { EngineProcess } from '../../src/process/engine-process.js';
import { startMs, StartNotBegun, startsAtOnce } from '../../src/process/start-rules.js';
import { forgedCommand } from '../support/forged-process.js';

/** Answers each start at once but the first one's, and says in its diagnostics which it was asked for. */
const deafToTheFirst = `
  delete tasks.start;
  let last = 0;
  on('start', async () => {
    const engine = ++last;
    await say({ type: 'diagnostic', diagnostic: { code: 'asked', message: String(engine) } });
    if (engine > 1) await say({ type: 'started', engine });
  });`;

/** Answers no start. */
const deaf = `delete tasks.start; on('start', () => say({ type: 'diagnostic', diagnostic: { code: 'asked', message: '' } }));`;

const events = { onFrame: () => undefined, onExit: () => undefined };
const given = { functions: [], dialects: [], limits: defaultLimits, seed: '', events };

/** What became of a start, as far as it has. */
interface Fate {
  engine?: Engine;
  fault?: unknown;
}

async function openProcess(script: string) {
  const asked: unknown[] = [];
  const lost: unknown[] = [];
  const own = await EngineProcess.start(
    forgedCommand(script),
    {},
    { onDiagnostic: (diagnostic) => void asked.push(diagnostic), onIdle: () => undefined },
  );
  const start = (): Fate => {
    const fate: Fate = {};
    const onExit = (exit: unknown): void => void lost.push(exit);
    own.start({ ...given, events: { ...events, onExit } }).then(
      (engine) => (fate.engine = engine),
      (fault: unknown) => (fate.fault = fault),
    );
    return fate;
  };
  return { own, asked, lost, start };
}

afterEach(() => {
  vi.useRealTimers();
});

it('engines of a process start a few at a time, first come first', async () => {
  const { own, asked, start } = await openProcess(deaf);
  const fates = Array.from({ length: startsAtOnce + 3 }, start);
  await eventually(() => {
    expect(asked).toHaveLength(startsAtOnce);
  });
  expect(own.engineCount).toBe(startsAtOnce + 3);
  await own.end();
  await eventually(() => {
    expect(fates.map(({ fault }) => fault instanceof StartNotBegun)).toEqual(
      fates.map((_, index) => index >= startsAtOnce),
    );
  });
  expect(asked).toHaveLength(startsAtOnce);
});

it('an engine that does not start costs the others of its process nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { own, lost, start } = await openProcess(deafToTheFirst);
  const first = start();
  const others = Array.from({ length: 5 }, start);
  await eventually(() => {
    expect(others.every(({ engine }) => engine !== undefined)).toBe(true);
  });
  vi.advanceTimersByTime(startMs.engine);
  await eventually(() => {
    expect(first.fault).toMatchObject({
      code: 'session_lost',
      message: expect.stringContaining(` within ${String(startMs.engine)} ms`) as string,
    });
  });
  expect([own.isGone, own.isOpen, lost, own.engineCount]).toEqual([false, false, [], 5]);
  await expect(own.start(given)).rejects.toBeInstanceOf(StartNotBegun);
  await own.end();
});

it('the time of a start begins with its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { own, asked, start } = await openProcess(deaf);
  const fates = Array.from({ length: startsAtOnce + 1 }, start);
  await eventually(() => {
    expect(asked).toHaveLength(startsAtOnce);
  });
  expect(vi.getTimerCount()).toBe(startsAtOnce);
  await own.end();
  expect(fates).toHaveLength(startsAtOnce + 1);
});

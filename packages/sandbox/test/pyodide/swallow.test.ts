import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from './support/open-python.js';
import { swallowWays } from './support/swallow-ways.js';

describe('FINAL in Python', () => {
  let session: SandboxSession;
  beforeAll(async () => {
    session = await openPython({ functions: { llm_query: () => Promise.resolve('late') } });
    await session.execute('marker = "kept"');
  });
  afterAll(() => session.close());

  it('is tried in at least 40 ways', () => {
    expect(Object.keys(swallowWays).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(swallowWays))('stands against %s', async (_, code) => {
    const result = await session.execute(code);
    expect(result.finalOutput).toEqual({ type: 'direct', answer: 'first' });
    expect(result.outcome).toBe('final');
    expect(result.success).toBe(true);
    expect(result.session).toBe('kept');
  });

  it('does not leak into the next cell', async () => {
    const next = await session.execute('print(marker)');
    expect(next).toMatchObject({ stdout: 'kept\n', finalOutput: null, outcome: 'ok' });
  });

  it('is not given by a cell that fails before the call', async () => {
    const result = await session.execute('1 / 0\nFINAL("never")');
    expect(result.finalOutput).toBeNull();
    expect(result.error?.type).toBe('ZeroDivisionError');
  });

  it('stops the code: a loop that catches everything does not go on', async () => {
    const code =
      'n = 0\ntry:\n  FINAL("first")\nexcept BaseException: pass\nwhile True:\n  try:\n    n += 1\n  except BaseException: pass';
    const result = await session.execute(code, { timeoutMs: 15_000 });
    expect(result).toMatchObject({ outcome: 'final', session: 'kept' });
  });
});

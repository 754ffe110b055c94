import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from './support/open-python.js';
import { hostileCells } from './support/hostile-cells.js';

const functions = {
  llm_query: (prompt: string) =>
    prompt === 'hang' ? new Promise<string>(() => undefined) : Promise.resolve('ok'),
};

describe('hostile cells in Python', { timeout: 120_000 }, () => {
  let neighbour: SandboxSession;
  const open = (graceMs: number): Promise<SandboxSession> =>
    openPython({
      functions,
      limits: { graceMs, hostCalls: 2000, hostCallMs: 1000, valueBytes: 16 * 1024 * 1024 },
    });

  beforeAll(async () => {
    neighbour = await open(1000);
  }, 120_000);
  afterAll(() => neighbour.close());

  it.each(Object.entries(hostileCells))('%s', async (_, cell) => {
    const session = await open(cell.graceMs ?? 3000);
    await session.execute('kept = 123');
    const result = await session.execute(cell.code, { timeoutMs: cell.timeoutMs ?? 5000 });
    expect(cell.outcomes).toContain(result.outcome);
    expect(result.stdout.length).toBeLessThan(21_000);
    if (cell.isKept === true) expect(result.session).toBe('kept');
    expect((await neighbour.execute('print(6 * 7)')).stdout).toBe('42\n');
    const after = await session.execute('print(kept)');
    if (result.session !== 'lost') expect(after.stdout).toBe('123\n');
    await session.close();
  });
});

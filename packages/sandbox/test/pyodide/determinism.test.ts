import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import type { SandboxSession } from '../../src/index.js';

const cacheFolder = mkdtempSync(join(tmpdir(), 'rlm-determinism-'));
afterAll(() => {
  rmSync(cacheFolder, { recursive: true });
});

const look = `import os, random, time, uuid
time.sleep(0.002)
print(time.time(), time.monotonic(), time.perf_counter(), os.urandom(5).hex(), uuid.uuid4(), random.random())`;

it(
  'gives the same times and random bytes however the interpreter booted, and goes on with them from an image',
  { timeout: 120_000 },
  async () => {
    const backend = pyodide({ cacheFolder });
    const options = { seed: 'a', now: () => 1_700_000_000_000 };
    const show = async (session: SandboxSession, nowMs: number): Promise<string> =>
      (await session.execute(look, { nowMs: 1_700_000_000_000 + nowMs })).stdout;

    const anew = await backend.open(options);
    const shown = [await show(anew, 0), await show(anew, 1_000)];
    await anew.close();
    expect(shown[0]).not.toBe('');
    expect(shown[1]).not.toBe(shown[0]);

    const booted = await backend.open(options);
    expect(await show(booted, 0)).toBe(shown[0]);
    const image = await booted.snapshot?.();
    if (image === undefined) throw new Error('expected an image');
    expect(await show(booted, 1_000)).toBe(shown[1]);
    await booted.close();

    const resumed = await backend.open({ seed: 'b', image });
    expect(await show(resumed, 1_000)).toBe(shown[1]);
    await resumed.close();
  },
);

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { brokenIn, isOver, measureCase, maxBusyMs, renderTable } from '@rlm/config/promise';
import { describe, expect, it } from 'vitest';

const memoryBytes = 64 * 1024 * 1024;
const linux = process.platform === 'linux';
const title = (what: string): string => (linux ? what : `${what} (skipped: /proc is of Linux)`);

/** What this module keeps, as a session would that is not let go. */
const kept: Uint8Array[] = [];

async function startChild(script: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
}

/** A process that grows, and is gone a second later. */
const allocate = `const b = Buffer.alloc(5e8, 1); console.log(b.length); setTimeout(() => b, 1000)`;

describe('measureCase', () => {
  it('finds little in a case that does nothing', async () => {
    const { value, figures } = await measureCase(memoryBytes, () => Promise.resolve('done'));
    expect(value).toBe('done');
    expect(brokenIn([{ backend: 'b', suite: 's', name: 'n', figures }])).toEqual([]);
    expect(figures.neighbourFaults).toBe(undefined);
  });

  it('finds work of the thread in one piece', async () => {
    const { figures } = await measureCase(memoryBytes, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const startedAt = process.cpuUsage();
      while (process.cpuUsage(startedAt).user < 2_000 * maxBusyMs) Math.random();
    });
    expect(figures.busyMs.value).toBeGreaterThan(figures.busyMs.bound);
  });

  it('counts no work of the thread that is not there again', async () => {
    let isFirst = true;
    const { figures } = await measureCase(memoryBytes, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const startedAt = process.cpuUsage();
      const maxMicroseconds = isFirst ? 3_000 * maxBusyMs : 0;
      isFirst = false;
      while (process.cpuUsage(startedAt).user < maxMicroseconds) Math.random();
    });
    expect(isOver(figures.busyMs)).toBe(false);
  });

  it.skipIf(!linux)(title('finds what grows in a child'), async () => {
    const { figures } = await measureCase(memoryBytes, async () => {
      await startChild(allocate);
    });
    expect(figures.grownBytes.value).toBeGreaterThan(figures.grownBytes.bound);
    expect(figures.grownBytes.bound).toBe(2 * memoryBytes + 256 * 1024 * 1024);
  });

  it('finds what is kept each time, and not what is kept once', async () => {
    const leaky = await measureCase(memoryBytes, () => {
      kept.push(new Uint8Array(4e7).fill(1));
      return Promise.resolve();
    });
    expect(leaky.figures.keptBytes.value).toBeGreaterThan(16e6);
    kept.length = 0;
    let isFirst = true;
    const cached = await measureCase(memoryBytes, () => {
      if (isFirst) kept.push(new Uint8Array(4e7).fill(1));
      isFirst = false;
      return Promise.resolve();
    });
    expect(cached.figures.keptBytes.value).toBeLessThan(16e6);
  });

  it('finds how late a call ends, by time in which its host might run', async () => {
    const { figures } = await measureCase(memoryBytes, async ({ inTime }) => {
      await inTime(Infinity, () => Promise.resolve());
      await inTime(-2_000, () => Promise.resolve());
    });
    // On a busy machine, the time in which others ran is taken off.
    expect(figures.lateMs.value).toBeGreaterThan(1_000);
    expect(figures.lateMs.value).toBeLessThan(3_000);
  });

  it('counts faults that nobody caught', async () => {
    const entry = fileURLToPath(import.meta.resolve('@rlm/config/promise'));
    const script = `import { measureCase } from ${JSON.stringify(entry)};
      const { figures } = await measureCase(1, async () => {
        void Promise.reject(new Error('nobody'));
        await new Promise((resolve) => setImmediate(resolve));
      });
      console.log(figures.faults.value);`;
    const args = ['--input-type=module', '-e', script];
    expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('1\n');
  });

  it('counts what another session had to bear', async () => {
    const { figures } = await measureCase(memoryBytes, ({ blame }) => {
      blame(0);
      blame(2);
      return Promise.resolve();
    });
    expect(figures.neighbourFaults).toEqual({ value: 2, bound: 0 });
  });
});

describe('renderTable', () => {
  const cases = [
    {
      backend: 'one',
      suite: 's',
      name: 'mild',
      figures: { grownBytes: { value: 5e6, bound: 1e8 }, busyMs: { value: 40, bound: 100 } },
    },
    {
      backend: 'one',
      suite: 's',
      name: 'wild',
      figures: { grownBytes: { value: 2e8, bound: 1e9 }, busyMs: { value: 120.4, bound: 100 } },
    },
  ] as const;

  it('names the worst case of each figure, beside its bound', () => {
    const [head, , ...rows] = renderTable(cases).split('\n');
    expect(head).toMatch(/^\| backend \| figure +\| worst +\| bound +\| worst case \| cases \|$/);
    expect(rows.map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
      '| one | 2 host’s thread busy in one piece | 120 ms | 100 ms | wild | 2 |',
      '| one | 3 memory of host and engines, growth | 200 MB | 1,000 MB | wild | 2 |',
    ]);
  });

  it('has a line for what broke its bound', () => {
    expect(brokenIn(cases)).toEqual([
      'one, s: wild: 2 host’s thread busy in one piece: 120 ms, over 100 ms',
    ]);
    const { busyMs } = cases[1].figures;
    const beside = [{ ...cases[1], figures: { busyMs: { ...busyMs, room: 1.5 } } }];
    expect(brokenIn(beside)).toEqual([]);
  });
});

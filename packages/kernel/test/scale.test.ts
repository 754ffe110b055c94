import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { createRun } from '../src/index.js';
import { callModel } from '../src/model/index.js';
import { countingProtocol } from './helpers.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Cost {
  readonly cpuMsPerStep: number;
  readonly heapGrowthBytes: number;
}

/** Runs so many steps that each call a model and emit events, with no reader; the heap is read at the last step. */
async function costOf(steps: number): Promise<Cost> {
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  let heapAfter = 0;
  const protocol = countingProtocol(async (count, context) => {
    await callModel(() => 'reply', { purpose: 'root', messages: [] }, context, {
      timeoutMs: 60_000,
    });
    context.emit({ type: 'note', text: `step ${count}` } as { type: string });
    if (count < steps) return 'continue';
    collectGarbage();
    heapAfter = process.memoryUsage().heapUsed;
    return { final: '' };
  });
  const policy = {
    name: 'watching',
    description: 'Never stops',
    shouldTerminate: () => ({ terminate: false }) as const,
    reset: () => undefined,
  };
  const cpuBefore = process.cpuUsage();
  const run = createRun(protocol, null, {
    maxSteps: steps,
    policies: [policy],
    stepTimeoutMs: 60_000,
  });
  expect((await run.result).steps).toBe(steps);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    cpuMsPerStep: (user + system) / 1000 / steps,
    heapGrowthBytes: heapAfter - heapBefore,
  };
}

describe('a run of 10,000 steps', () => {
  it('takes linear time and flat memory', async () => {
    await costOf(1000);
    const short = await costOf(2000);
    const long = await costOf(10_000);
    const again = await costOf(2000);
    expect(long.heapGrowthBytes).toBeLessThan(6 * 2 ** 20);
    expect(long.heapGrowthBytes - short.heapGrowthBytes).toBeLessThan(3 * 2 ** 20);
    // Quadratic time would make it five times as much a step. Measured before and after: other work slows a processor down.
    const shortMs = Math.max(short.cpuMsPerStep, again.cpuMsPerStep);
    expect(long.cpuMsPerStep).toBeLessThan(3 * shortMs);
  });
});

import { eventually } from '@rlm/config/eventually';
import type { RunContext } from '@rlm/kernel';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it, vi } from 'vitest';

import { runRlm, type RlmEvent } from '../../src/index.js';
import { openRlmTelemetry } from '../../src/telemetry/trace-run.js';
import { cell } from '../support/cell.js';
import { spanMeter } from '../support/span-meter.js';

describe('spans', () => {
  it.each([
    ['300 small calls', 300, 10],
    ['20 large calls', 20, 1_000_000],
  ])(
    'are ended as their calls are, and have texts of a bounded length: %s',
    async (_, count, length) => {
      const { seen, api } = spanMeter();
      const argument = 'a'.repeat(length);
      const sandbox = scripted([
        async (__, guest) => {
          for (let at = 0; at < count; at += 1) await guest.call('page', argument);
          return { final: { type: 'direct', answer: 'ok' } };
        },
      ]);
      const tools = [{ name: 'page', description: '', execute: () => argument.slice(0, 900_000) }];
      const telemetry = { api, recordContent: true };
      const options = {
        model: () => cell('x'),
        sandbox,
        tools,
        query: 'q',
        context: 'a',
        telemetry,
      };
      const { diagnostics } = await runRlm(options).result;
      await new Promise((resolve) => setImmediate(resolve));
      expect(diagnostics).toEqual([]);
      expect(seen.begun).toBeGreaterThanOrEqual(3);
      expect(seen.mostOpen).toBeLessThan(10);
      expect(seen.open).toBe(0);
      expect(seen.longest).toBeLessThan(32_100);
    },
  );

  it('are ended if the events with their ends were dropped', async () => {
    const { seen, api } = spanMeter();
    const origin = { runId: 'r', parentId: null, depth: 0, step: 1 };
    const query = (at: number): object => ({
      ...{ type: 'query-start', queryId: `r/q${String(at)}`, kind: 'llm_query' },
      ...{ name: 'llm_query', prompt: 'p' },
    });
    const openBefore: number[] = [];
    async function* events(): AsyncGenerator<RlmEvent> {
      yield { ...origin, type: 'run-start', protocol: 'rlm', maxSteps: 1 } as unknown as RlmEvent;
      for (let round = 0; round < 50; round += 1) {
        for (let at = 0; at < 100; at += 1)
          yield { ...origin, ...query(100 * round + at) } as unknown as RlmEvent;
        openBefore.push(seen.open);
        yield { ...origin, type: 'events-dropped', count: 100, bytes: 1 };
      }
      await Promise.resolve();
    }
    const telemetry = await openRlmTelemetry({ api, recordContent: true });
    const diagnose = vi.fn();
    telemetry.reportTo({ diagnose } as unknown as RunContext);
    telemetry.trace(events());
    await eventually(() => {
      expect(seen.begun === 5_001 && seen.open === 0).toBe(true);
    });
    expect(diagnose).not.toHaveBeenCalled();
    expect(Math.max(...openBefore)).toBe(101);
    expect(seen.mostOpen).toBe(101);
    expect([...seen.errors]).toEqual(['events-dropped']);
    expect(seen.open).toBe(0);
  });
});

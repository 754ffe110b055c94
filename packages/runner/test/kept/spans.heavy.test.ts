import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { spanMeter } from '../support/span-meter.js';

describe('spans', () => {
  it.each([
    ['3,000 small calls', 3_000, 10],
    ['100 calls as large as allowed', 100, 7_900_000],
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
        context: 'c',
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
});

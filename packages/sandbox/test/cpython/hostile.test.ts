import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resolveOptions } from '../../src/cpython/options.js';
import { planWalled } from '../../src/cpython/plan.js';
import { createRecipe } from '../../src/cpython/recipe.js';
import { type CellOutcome, type DrivenEngine, driveEngine } from './support/drive-engine.js';
import { hostileCells } from './support/hostile-cells.js';

const recipe = createRecipe({
  name: 'cpython',
  isolation: 'process',
  options: resolveOptions({}),
  plan: planWalled,
});
const probe = await recipe.probe();
const limits = { memoryBytes: 128 * 1024 * 1024, valueBytes: 4 * 1024 * 1024 };

const open = (): Promise<DrivenEngine> =>
  driveEngine(recipe, { limits, functions: { llm_query: (prompt) => `ok ${String(prompt)}` } });

const ending = (outcome: CellOutcome): string => outcome.done?.status ?? 'gone';

describe.skipIf(!probe.ok)(
  `cpython: hostile cells${probe.ok ? '' : ` (skipped: ${probe.reason})`}`,
  () => {
    let neighbour: DrivenEngine;
    let engine: DrivenEngine | undefined;

    beforeAll(async () => {
      neighbour = await open();
    });
    afterAll(async () => {
      await neighbour.engine.kill();
      await engine?.engine.kill();
    });

    it.each(hostileCells.map((cell) => [cell.name, cell] as const))('%s', async (_, cell) => {
      if (engine === undefined || engine.hasExited()) engine = await open();
      await engine.run('kept = 123');
      const outcome = await engine.run(cell.code, { deadlineMs: cell.deadlineMs, graceMs: 2500 });
      expect(cell.endings).toContain(ending(outcome));
      if (cell.error !== undefined) expect(outcome.done?.error?.type).toBe(cell.error);
      if (cell.says !== undefined) expect(outcome.stdout).toContain(cell.says);
      if (!cell.name.includes('forged')) expect(outcome.stdout.length).toBeLessThanOrEqual(20_000);
      if (outcome.done !== undefined && cell.keeps !== false) {
        expect((await engine.run('print(kept)')).stdout).toBe('123\n');
      }
      if (outcome.done === undefined) {
        const { kind } = await engine.exit;
        expect(cell.exits ?? ['killed', 'crashed', 'memory', 'violation']).toContain(kind);
      }
      expect((await neighbour.run('print(6 * 7)')).stdout).toBe('42\n');
    });
  },
);

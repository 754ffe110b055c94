import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxBackend, SandboxLimits, SandboxSession } from '../../src/index.js';
import { mostBusyMs, watchHost } from './watch-host.js';

/** A cell that means harm to its session, its host or its neighbours. */
export interface HostileCell {
  readonly name: string;
  readonly code: string;
  readonly timeoutMs?: number;
  readonly graceMs?: number;
  /** How it may end; default: in any way but `aborted`. */
  readonly outcomes?: readonly string[];
  /** The type of its error. */
  readonly error?: string;
  /** What it must have printed: shows that it ran as far as that. */
  readonly says?: string;
  /** Whether the session must still be the same one, with its variables. */
  readonly isKept?: boolean;
  /** Whether the variables may be spoilt, since the cell can reach what keeps them. */
  readonly spoils?: boolean;
}

/** A backend and the cells that it must bear. */
export interface HostileSuite {
  readonly backend: SandboxBackend;
  readonly limits: Partial<SandboxLimits> & { readonly memoryBytes: number };
  /**
   * Memory beyond `limits.memoryBytes` that host and guest may take together for a while: values, frames and images on
   * their way, and what collectors have not given back yet.
   */
  readonly marginBytes: number;
  readonly cells: readonly HostileCell[];
}

const source = {
  python: { keep: 'kept = 123', show: 'print(kept)', other: 'print(6 * 7)' },
  javascript: { keep: 'var kept = 123', show: 'print(kept)', other: 'print(6 * 7)' },
};

/** Host functions of the suite: one that answers, one that never does, one that fails, one that gives back. */
const functions = {
  llm_query: (prompt: string) => {
    if (prompt === 'hang') return new Promise(() => undefined);
    if (prompt === 'boom') throw new Error('the host failed');
    return Promise.resolve(`re:${prompt}`);
  },
  echo: (value: unknown) => value,
  deep: () => JSON.parse('['.repeat(90) + ']'.repeat(90)) as unknown,
};

/**
 * Runs every cell in a session of its own. After each the host has answered all the time, it took no more memory than the
 * limit and the stated margin, it is not polluted, and another session and the same session (or its successor) work.
 */
export async function testHostile({
  backend,
  limits,
  marginBytes,
  cells,
}: HostileSuite): Promise<void> {
  const probe = await backend.probe();
  const code = source[backend.language];
  const title = `hostile cells for ${backend.name}${probe.ok ? '' : ` (skipped: ${probe.reason})`}`;
  const worst = { busyMs: 0, busy: '', grownBytes: 0, grew: '' };
  const rows: string[] = [];
  const intrinsics = new Set(Reflect.ownKeys(Object.prototype));

  describe.skipIf(!probe.ok)(title, { timeout: 120_000 }, () => {
    let neighbour: SandboxSession;
    beforeAll(async () => {
      neighbour = await backend.open({ functions });
    }, 120_000);
    afterAll(async () => {
      await neighbour.close();
      console.info(
        `${backend.name}: the host worked for at most ${worst.busyMs} ms in one piece (${worst.busy}), ` +
          `memory grew by at most ${Math.round(worst.grownBytes / 1e6)} MB (${worst.grew})`,
      );
      if (process.env['RLM_HOSTILE_TABLE'] !== undefined) console.info(rows.join('\n'));
    });

    it.each(cells.map((cell) => [cell.name, cell] as const))('%s', async (_, cell) => {
      const { timeoutMs = 5_000, graceMs = 2_500 } = cell;
      const session = await backend.open({ functions, limits: { ...limits, graceMs } });
      try {
        await session.execute(code.keep);
        const { value, delayMs, busyMs, grownBytes } = await watchHost(() =>
          session.execute(cell.code, { timeoutMs }),
        );
        const megabytes = Math.round(grownBytes / 1e6);
        rows.push(
          `${cell.name} | ${value.outcome}, ${value.session} | ${busyMs} ms | ${delayMs} ms | ${megabytes} MB`,
        );
        if (busyMs > worst.busyMs) Object.assign(worst, { busyMs, busy: cell.name });
        if (grownBytes > worst.grownBytes) Object.assign(worst, { grownBytes, grew: cell.name });

        const told = `${value.error?.type ?? ''}: ${value.error?.message ?? ''}`.slice(0, 300);
        if (cell.outcomes === undefined) expect(value.outcome, told).not.toBe('aborted');
        else expect(cell.outcomes, told).toContain(value.outcome);
        if (cell.error !== undefined) expect(value.error?.type).toBe(cell.error);
        if (cell.says !== undefined) expect(value.stdout).toContain(cell.says);
        if (cell.isKept === true) expect(value.session).toBe('kept');
        expect(value.stdout.length).toBeLessThan(21_000);

        expect(busyMs).toBeLessThan(mostBusyMs);
        expect(grownBytes).toBeLessThan(limits.memoryBytes + marginBytes);
        expect(Reflect.ownKeys(Object.prototype).filter((key) => !intrinsics.has(key))).toEqual([]);

        expect((await neighbour.execute(code.other)).stdout).toBe('42\n');
        const after = await session.execute(code.show);
        if (value.session !== 'lost' && cell.spoils !== true) expect(after.stdout).toBe('123\n');
      } finally {
        await session.close();
      }
    });
  });
}

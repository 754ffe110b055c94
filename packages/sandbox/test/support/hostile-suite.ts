import type { HostCase, TestCases } from '@rlm/config/host-cases';
import type { InTime } from '@rlm/config/measure-host';
import type { REPLResult } from '@rlm/repl-types';
import { afterAll, beforeAll, expect } from 'vitest';

import type { SandboxBackend, SandboxLimits } from '../../src/index.js';
import { describeWhere } from './describe-where.js';
import { openNeighbour, type Neighbour } from './neighbour.js';
import { tolerate } from './tolerate.js';

/** A cell that means harm to its session, its host or its neighbours. */
export interface HostileCell {
  readonly name: string;
  readonly code: string;
  /** Default: ten seconds for one that may end by its time, and a minute for others: a busy machine is slow. */
  readonly timeoutMs?: number | undefined;
  /** How it may end; default: in any way but `aborted`. */
  readonly outcomes?: readonly string[];
  /** The type of its error. */
  readonly error?: string | undefined;
  /** What it must have printed: shows that it ran as far as that. */
  readonly says?: string | undefined;
  /** Whether the session must still be the same one, with its variables. */
  readonly isKept?: boolean | undefined;
  /** Whether the variables may be spoilt, since the cell can reach what keeps them. */
  readonly spoils?: boolean;
}

/** A backend and the cells that it must bear. */
export interface HostileBackend {
  readonly backend: SandboxBackend;
  readonly limits: Partial<SandboxLimits> & { readonly memoryBytes: number };
  readonly cells: readonly HostileCell[];
}

/** Answers of a host that are refused by their size before any of them is copied. */
const vastAnswers = {
  text: () => 'x'.repeat(2 ** 29 - 24),
  holes: () => Array<unknown>(4e9),
  bytes: () => Buffer.alloc(3e8),
  pairs: () => Array.from({ length: 40 }).reduce((value) => [value, value], []),
};

const vast = Object.keys(vastAnswers)
  .map((name) => `"${name}"`)
  .join();

const source = {
  python: {
    keep: 'kept = 123',
    show: 'print(kept)',
    vast: `for what in [${vast}]:\n  try: vast(what)\n  except Exception as e: print("got", end=" ")`,
  },
  javascript: {
    keep: 'var kept = 123',
    show: 'print(kept)',
    vast: `let told = ""; for (const what of [${vast}]) { try { await vast(what) } catch { told += "got " } }; print(told)`,
  },
};

/** The intrinsics of the host, before any cell ran. */
const intrinsics = new Set(Reflect.ownKeys(Object.prototype));

/** How long a question about a session may take: time enough to bring it back. */
const questionMs = 10_000;

/** Host functions of the suite: one that answers, one that never does, one that fails, one that gives back. */
const functions = {
  llm_query: (prompt: string) => {
    if (prompt === 'hang') return new Promise(() => undefined);
    if (prompt === 'boom') throw new Error('the host failed');
    return Promise.resolve(`re:${prompt}`);
  },
  echo: (value: unknown) => value,
  deep: () => JSON.parse('['.repeat(90) + ']'.repeat(90)) as unknown,
  vast: (what: keyof typeof vastAnswers) => vastAnswers[what](),
};

/** A cell for every backend, that asks for them. */
const vastCell = {
  name: 'host functions that answer vastly',
  outcomes: ['ok'],
  says: 'got got got got',
  isKept: true,
};

/**
 * Runs every cell in a session of its own, while another session of the backend waits for an answer of the host. The host is not
 * polluted, the other session notices nothing, and the same session (or its successor) works afterwards.
 *
 * @param more Cases to run behind those of the cells.
 */
export async function testHostile(
  given: HostileBackend,
  test: TestCases,
  more: readonly HostCase[] = [],
): Promise<void> {
  const { backend, limits } = given;
  describeWhere(await backend.probe(), `hostile cells of ${backend.name}`, () => {
    let neighbour: Neighbour;
    beforeAll(async () => {
      neighbour = await openNeighbour(backend);
    });
    afterAll(() => neighbour.close());

    const cells = [...given.cells, { ...vastCell, code: source[backend.language].vast }];
    const cases = cells.map((cell) => ({
      name: cell.name,
      memoryBytes: limits.memoryBytes,
      run: (inTime: InTime) => runCell(given, cell, neighbour, inTime),
    }));
    test([...cases, ...more]);
  });
}

async function runCell(
  { backend, limits }: HostileBackend,
  cell: HostileCell,
  neighbour: Neighbour,
  inTime: InTime,
): Promise<void> {
  const mayTimeOut = cell.outcomes?.includes('timeout') ?? true;
  const { timeoutMs = mayTimeOut ? 10_000 : 60_000 } = cell;
  const code = source[backend.language];
  const session = await backend.open({ functions, limits });
  try {
    await session.execute(code.keep);
    const value = await neighbour.beside(() =>
      inTime(timeoutMs, () => session.execute(cell.code, { timeoutMs })),
    );
    requireOutcome(value, cell);
    expect(Reflect.ownKeys(Object.prototype).filter((key) => !intrinsics.has(key))).toEqual([]);

    const ask = cell.isKept === true ? (question: Promise<unknown>) => question : tolerate;
    const after = await session.execute(code.show);
    if (value.session !== 'lost' && cell.spoils !== true) expect(after.stdout).toBe('123\n');
    await inTime(questionMs, () => ask(session.variables({ timeoutMs: questionMs })));
    await inTime(questionMs, () => ask(session.get('kept', { timeoutMs: questionMs })));
  } finally {
    await inTime(0, () => session.close());
  }
}

function requireOutcome(value: REPLResult, cell: HostileCell): void {
  const told = `${value.error?.type ?? ''}: ${value.error?.message ?? ''}`.slice(0, 300);
  if (cell.outcomes === undefined) expect(value.outcome, told).not.toBe('aborted');
  else expect(cell.outcomes, told).toContain(value.outcome);
  if (cell.error !== undefined) expect(value.error?.type).toBe(cell.error);
  if (cell.says !== undefined) expect(value.stdout).toContain(cell.says);
  if (cell.isKept === true) expect(value.session).toBe('kept');
  expect(value.stdout.length).toBeLessThan(21_000);
}

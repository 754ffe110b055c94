import { promiseSuite } from '@rlm/config/promise-suite';
import { expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { type SandboxBackend, defaultLimits } from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { describeWhere } from './describe-where.js';

const { memoryBytes } = defaultLimits;

/** A busy machine takes far longer for such cells than they are worth. */
export const timeoutMs = 100_000;

const megabytes = 12_000_000;
const fill = (piece: string): string => piece.repeat(megabytes / piece.length);

/** A cell that is long, or whose end is. */
interface LongCell {
  readonly name: string;
  readonly python: string;
  readonly javascript: string;
  readonly outcome?: 'error';
}

/** Two that every run of the tests has: one is long, one ends with much. */
export const longCells: readonly LongCell[] = [
  { name: 'one text of 12 MB', python: `x = "${fill('a')}"`, javascript: `var x = "${fill('a')}"` },
  {
    name: 'an exception of 60 MB',
    python: 'raise ValueError("x" * 60_000_000)',
    javascript: 'throw new Error("x".repeat(60_000_000))',
    outcome: 'error',
  },
];

/** The others. */
export const otherLongCells: readonly LongCell[] = [
  { name: 'a comment of 12 MB', python: `# ${fill('word ')}`, javascript: `// ${fill('word ')}` },
  { name: '12 MB of empty lines', python: fill('\n'), javascript: fill('\n') },
  {
    name: '12 MB of await in a comment',
    python: `# ${fill('await f(1) ')}`,
    javascript: `// ${fill('await f(1) ')}`,
  },
  {
    name: 'a traceback of lines of 3 MB',
    python: `def f(n): return f(n - 1) if n else 1 / 0 # ${'x'.repeat(3_000_000)}\nf(50)`,
    javascript: `function f(n) { return n ? f(n - 1) : missing } /* ${'x'.repeat(3_000_000)} */\nf(50)`,
    outcome: 'error',
  },
  {
    name: 'a value of 60 MB',
    python: '"x" * 60_000_000',
    javascript: '"x".repeat(60_000_000)',
  },
];

/** The backends that run everywhere, and the others. */
export const usualBackends: readonly SandboxBackend[] = [quickjs(), pyodide()];
export const otherBackends: readonly SandboxBackend[] = [cpython()];

/** Runs cells on those backends that can start here, within the bounds of the promise. */
export async function testLongCells(
  suite: string,
  cells: readonly LongCell[],
  backends: readonly SandboxBackend[],
): Promise<void> {
  const promise = promiseSuite(suite);
  for (const backend of backends) {
    describeWhere(await backend.probe(), `long cells on ${backend.name}`, () => {
      const each = cells.map((cell) => [cell.name, cell] as const);
      it.each(each)('%s', { timeout: 5 * timeoutMs }, async (name, cell) => {
        await promise.run({ backend: backend.name, name, memoryBytes }, async () => {
          const session = await backend.open();
          // A text of its own, which is garbage afterwards: what is repeated takes its memory when it is first read.
          const code = Buffer.from(cell[backend.language]).toString('latin1');
          const { outcome, error } = await session.execute(code, { timeoutMs });
          expect(outcome, error?.message).toBe(cell.outcome ?? 'ok');
          await session.close();
        });
      });
    });
  }
}

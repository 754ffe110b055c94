import type { HostCase } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import { type SandboxBackend, defaultLimits } from '../../src/index.js';

const { memoryBytes } = defaultLimits;

/** A busy machine takes far longer for such cells than they are worth. */
const timeoutMs = 100_000;

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

/** Cases of a backend that runs each of the cells. */
export function longCases(backend: SandboxBackend, cells: readonly LongCell[]): HostCase[] {
  return cells.map((cell) => ({
    name: cell.name,
    memoryBytes,
    async run() {
      const session = await backend.open();
      // A text of its own, which is garbage afterwards: what is repeated takes its memory when it is first read.
      const code = Buffer.from(cell[backend.language]).toString('latin1');
      const { outcome, error } = await session.execute(code, { timeoutMs });
      expect(outcome, error?.message).toBe(cell.outcome ?? 'ok');
      await session.close();
    },
  }));
}

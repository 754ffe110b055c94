import type { HostileCell } from '../support/hostile-suite.js';

/** Cells of `hostileCells` with more of the same: `npm run heavy`. */
export const largerCells: readonly HostileCell[] = [
  {
    name: 'a list of 200,000 levels as JSON',
    code: 'let l = []; for (let i = 0; i < 200_000; i++) l = [l]; JSON.stringify(l)',
    timeoutMs: 2_000,
  },
  {
    name: 'a list of 3,000,000 levels that is let go',
    code: 'let l = []; for (let i = 0; i < 3_000_000; i++) l = [l]; l = null',
    timeoutMs: 2_000,
  },
  {
    name: 'ten thousand host calls at once',
    code: 'await Promise.allSettled(Array.from({ length: 10_000 }, () => llm_query("x")))',
    timeoutMs: 5_000,
  },
  {
    name: 'a final of 100 MB',
    code: 'FINAL("x".repeat(1e8))',
    outcomes: ['error', 'memory'],
  },
  {
    name: 'a final nested 100,000 deep',
    code: 'let l = []; for (let i = 0; i < 100_000; i++) l = [l]; FINAL(l)',
    timeoutMs: 10_000,
    outcomes: ['error', 'timeout'],
  },
  {
    name: 'a thousand large host calls that nobody awaits',
    code: 'const big = "x".repeat(1e6); for (let i = 0; i < 1_000; i++) llm_query(big + i)',
    timeoutMs: 5_000,
  },
];

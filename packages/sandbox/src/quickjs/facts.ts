import type { Backend } from '../contract/backend.js';

/** What is known of `quickjs()` before its code is loaded. */
export const quickjsFacts = Object.freeze({
  name: 'quickjs',
  language: 'javascript',
  isolation: 'wasm',
  capabilities: {
    snapshot: true,
    survivesTimeout: true,
    concurrentCalls: true,
    helpers: true,
    preflight: true,
  },
  /** What a session takes, of ten: measured. */
  sessionBytes: 35 * 2 ** 20,
  textMemory: { copies: 2, besideBytes: 2 ** 24 },
  instructions: () =>
    [
      'The REPL runs JavaScript (ES2023, QuickJS); TypeScript types are ignored. Top-level variables, functions and classes stay, and may be declared again.',
      'print(...) and console.log(...) print; the value of a last expression is shown too, awaited. An assignment shows nothing. Values are cut at 4,000 characters.',
      'Host functions (llm_query and others) return promises: write `await llm_query(prompt)`; for many, `await Promise.all(list.map((item) => llm_query(item)))` or `await llm_query_batched(list)`. A failed call throws HostCallError.',
      'No modules (import, require), timers, files or network; the clock stands still while a block runs.',
    ].join('\n'),
} satisfies Partial<Backend>);

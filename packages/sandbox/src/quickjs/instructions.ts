const lines = [
  'The REPL runs JavaScript (ES2023, QuickJS); types written as in TypeScript are taken out. Top-level variables, functions and classes stay, and may be declared again.',
  'print(...) and console.log(...) print; the value of a last expression is shown too, awaited (not that of an assignment; cut at 4,000 characters).',
  'Host functions (llm_query and others) return promises: write `await llm_query(prompt)`; for many, `await Promise.all(list.map((item) => llm_query(item)))` or `await llm_query_batched(list)`. A failed call throws HostCallError.',
  'There are no modules (import, require), timers, files or network; the clock stands still while a block runs.',
];

/** The facts that a model needs about this REPL. */
export const instructions: string = lines.join('\n');

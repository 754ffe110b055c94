const lines = [
  'The REPL runs JavaScript (ES2023, QuickJS). Types written as in TypeScript are taken out.',
  '- Top-level variables, functions and classes stay for later cells, and may be declared again.',
  '- Print with print(...) or console.log(...). The value of a last expression is shown too, awaited (not that of an assignment; cut at 4,000 characters).',
  '- Host functions (llm_query and others) return promises: write `await llm_query(prompt)`; top-level await works. Run many at once with `await Promise.all(list.map((item) => llm_query(item)))` or `await llm_query_batched(list)`. A failed call throws HostCallError.',
  '- There are no modules (import, require), timers, files or network; the clock stands still while a cell runs.',
];

/** What a model must know about this REPL. */
export const instructions: string = lines.join('\n');

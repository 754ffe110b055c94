/**
 * The facts that a model needs about a REPL in JavaScript.
 *
 * @param language The language and its engine: `ES2023, QuickJS`.
 */
export function javascriptInstructions(language: string): string {
  return [
    `The REPL runs JavaScript (${language}); TypeScript types are ignored. Top-level variables, functions and classes stay, and may be declared again.`,
    'print(...) and console.log(...) print; the value of a last expression is shown too, awaited. An assignment shows nothing. Values are cut at 4,000 characters.',
    'Host functions (llm_query and others) return promises: write `await llm_query(prompt)`; for many, `await Promise.all(list.map((item) => llm_query(item)))` or `await llm_query_batched(list)`. A failed call throws HostCallError.',
    'No modules (import, require), timers, files or network; the clock stands still while a block runs.',
  ].join('\n');
}

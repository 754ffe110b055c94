/** What a model must know of this REPL, in a few lines of its prompt. */
export function instructions(): string {
  return [
    'The REPL runs Python 3.14 with the whole standard library and nothing else: no numpy or pandas, and nothing can be installed.',
    'Variables, functions, classes and imports stay from one block to the next. Print what you want to see: the value of a last expression is not shown.',
    'Host functions such as llm_query are ordinary synchronous functions; a failed call raises HostCallError. llm_query_batched([...]) runs its queries at the same time.',
    'There is no network, no files of yours, no threads and no processes. The clock stands still while a block runs. asyncio.run and top-level await work.',
  ].join('\n');
}

/** The facts that a model needs about this REPL, in a few lines of its prompt. */
export function instructions(): string {
  return [
    'The REPL runs Python 3.14 with its standard library alone: no numpy or pandas, and nothing can be installed. Missing are modules for processes, networks, terminals and windows (subprocess, multiprocessing, socket, urllib.request, mailbox, tkinter ...); zoneinfo has no data (use datetime.timezone).',
    'Variables, functions, classes and imports stay. The value of a last expression is shown too (not with a semicolon behind it; cut at 4,000 characters).',
    'Host functions (llm_query) block until they are answered, and may be awaited; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run queries at the same time.',
    'There is no network, no file of yours, no threads; the clock stands still while a block runs. asyncio.run and top-level await work.',
  ].join('\n');
}

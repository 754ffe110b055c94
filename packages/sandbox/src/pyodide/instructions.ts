import { missingModules } from './missing-modules.js';

/** What a model must know of this REPL, in a few lines of its prompt. */
export function instructions(): string {
  return [
    `The REPL runs Python 3.14 with its standard library and nothing else: no numpy or pandas, and nothing can be installed. Missing from the library: ${missingModules.join(', ')}; zoneinfo has no data (use datetime.timezone with an offset).`,
    'Variables, functions, classes and imports stay from one block to the next. You are shown what a block prints, and the value of its last expression (not with a semicolon behind it; cut at 4,000 characters).',
    'Host functions such as llm_query are ordinary functions that block until they are answered, and may be awaited too; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run their queries at the same time.',
    'There is no network, no files of yours, no threads and no processes. The clock stands still while a block runs. asyncio.run and top-level await work.',
  ].join('\n');
}

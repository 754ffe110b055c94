import { findNameFault } from '@rlm/sandbox/internal';

/** What a loop of these packages, or its REPL, calls by a name of its own. */
const taken: ReadonlySet<string> = new Set([
  ...['FINAL', 'FINAL_VAR', 'SUBMIT', 'SHOW_VARS', 'answer', 'print', 'console'],
  ...['llm_query', 'llm_query_batched', 'rlm_query', 'rlm_query_batched'],
  ...['finish_response', 'finish_task', 'task_completed'],
  'context',
]);

/** Why a run could not start with a tool of this name; undefined if it can. */
export function reservedName(name: string): string | undefined {
  if (taken.has(name)) return `${name} is a name that runs use themselves`;
  const isFaulty = (['python', 'javascript'] as const).some(
    (language) => findNameFault(name, language, 'a tool') !== undefined,
  );
  return isFaulty ? `${name} means something else in code` : undefined;
}

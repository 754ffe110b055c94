import { fields, oneOf, text, type OptionRule } from '@rlm/repl-types/options';
import { advised, anyOf, bound, callable, orFalse, withMethods } from '@rlm/repl-types/internal';

import type { CompactionOptions } from './compaction-options.js';
import type { PromptParts } from './prompt-parts.js';

/** The parts of the prompt that are replaced or left out. */
export const promptRule = (): OptionRule => {
  const part = orFalse(anyOf(text, callable));
  const parts = fields<PromptParts>({
    task: part,
    variables: part,
    environment: part,
    functions: part,
    tools: part,
    finish: part,
    answer: part,
    instructions: part,
  });
  return advised(parts, (value) =>
    typeof value === 'string' ? 'Pass the question as query.' : undefined,
  );
};

/** When and how the transcript is shortened. */
export const compactionRule = (): OptionRule =>
  orFalse(
    fields<CompactionOptions>({
      maxChars: bound(),
      keepTurns: bound(),
      policy: anyOf(
        oneOf('deterministic', 'hierarchical', 'sliding_window', 'llm'),
        withMethods('a compaction policy', ['compact']),
      ),
    }),
  );

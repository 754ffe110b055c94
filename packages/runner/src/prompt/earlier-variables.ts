import { REPLVariable } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';

/** Characters of preview that a variable of an earlier question gets. */
const previewChars = 100;

/** How many of them the prompt describes, the latest. */
const shown = 30;

/** The variables that earlier questions of a lasting session left, described. */
export function earlierVariables(
  variables: ReadonlyMap<string, SessionVariable>,
): readonly REPLVariable[] {
  return [...variables.values()].slice(-shown).map(
    ({ name, typeName, totalLength, preview }) =>
      new REPLVariable({
        name,
        typeName,
        description: 'Made for an earlier question.',
        totalLength: Math.max(0, totalLength),
        preview: preview.slice(0, previewChars),
      }),
  );
}

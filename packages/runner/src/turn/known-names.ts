import { detach } from '@rlm/repl-types/internal';

import { functionsOf } from '../run/functions-of.js';
import type { RlmState } from '../run/state.js';
import { namesInStatements } from './code-names.js';
import type { KnownNames } from './meant-by.js';

/** How many names of code that was not run a run remembers, and the most characters of one: a megabyte in all. */
const mostUnrun = 1_000;
const mostNameChars = 1_000;

/**
 * The names that a final in prose may mean. In the last reply the variables are those of the session, since the step before may have
 * been interrupted; before it, those of the last step, so that a resumed run reads a reply as the first one did.
 */
export async function knownNames(
  { plan, host, scope, variables }: RlmState,
  isLast: boolean,
): Promise<KnownNames> {
  const own = isLast ? await host.variables() : variables;
  const { contexts, history } = host;
  return {
    variables: new Set([
      ...own.keys(),
      ...contexts.map(({ name }) => name),
      ...(history === undefined ? [] : [history.name]),
    ]),
    functions: new Set([
      ...functionsOf(plan),
      ...plan.dialects.flatMap(({ guestNames }) => guestNames),
    ]),
    unrun: scope.unrun,
  };
}

/** Remembers the names in the code of a text, which was not run. */
export function rememberUnrun(unrun: Set<string>, text: string): void {
  for (const name of namesInStatements(text)) {
    if (unrun.size >= mostUnrun) return;
    // A part of a reply would keep all of it.
    if (name.length <= mostNameChars && !unrun.has(name)) unrun.add(detach(name));
  }
}

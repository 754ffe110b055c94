import { nearestName } from '@rlm/repl-types/internal';

import { named, type Fault } from './fault.js';

/** How many variables are listed for a name that nothing is like. */
const listed = 8;

/** What mends the use of a name that does not exist: it was never set, another is meant, or these are the names. */
export function mendUnknownName(
  { types, unset, functions, contexts }: Fault,
  name: string,
): string {
  if (unset.has(name)) return neverSet(name);
  const known = [...new Set([...contexts, ...types.keys(), ...functions])];
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `There is no ${named(name)}: did you mean ${named(nearest)}?`;
  const variables = [...new Set([...contexts, ...types.keys()])].filter(
    (one) => !one.startsWith('_'),
  );
  if (variables.length === 0)
    return `There is no ${named(name)}, and there are no variables yet: set it first.`;
  const more = variables.length > listed ? ', ...' : '';
  const names = variables.slice(0, listed).map(named).join(', ');
  return `There is no ${named(name)}: set it first. The variables are ${names}${more}.`;
}

/** What is said of a name that an earlier block was to set. */
export function neverSet(name: string): string {
  return `${named(name)} was never set: the block that sets it stopped before that line. Run that part again.`;
}

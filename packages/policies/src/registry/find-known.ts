import { nearestName } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';

/**
 * Returns the value of a name in a map. Throws `PolicyError` (`unknown_policy`), with the nearest and the known names.
 */
export function findKnown<Value>(
  map: ReadonlyMap<string, Value>,
  wanted: unknown,
  what: string,
): Value {
  const name = String(wanted);
  const found = map.get(name);
  if (found !== undefined) return found;
  const known = [...map.keys()];
  const near = nearestName(name, known);
  const advice = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new PolicyError(
    'unknown_policy',
    `Unknown ${what} '${name}'.${advice} Known: ${known.join(', ') || 'none'}`,
    known,
  );
}

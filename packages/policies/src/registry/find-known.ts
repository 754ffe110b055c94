import { PolicyError } from '../policy-error.js';

/** What a map holds under a name; throws `PolicyError` (`unknown_policy`), listing the known names. */
export function findKnown<Value>(
  map: ReadonlyMap<string, Value>,
  name: string,
  what: string,
): Value {
  const found = map.get(name);
  if (found !== undefined) return found;
  const known = [...map.keys()];
  throw new PolicyError(
    'unknown_policy',
    `Unknown ${what} '${name}'. Known: ${known.join(', ') || 'none'}`,
    known,
  );
}

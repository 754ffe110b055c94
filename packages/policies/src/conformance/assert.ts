import { PolicyError } from '../policy-error.js';

/** Throws `PolicyError` (`conformance_failed`) unless `holds` is true. */
export function assert(holds: boolean, broken: string): void {
  if (!holds) throw new PolicyError('conformance_failed', broken);
}

/** Throws unless two values are the same data. */
export function assertSame(found: unknown, expected: unknown, broken: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(one === other, `${broken}: expected ${other}, got ${one}`);
}

/** Throws unless a value is plain data: it survives a structured clone, and holds no functions. */
export function assertData(value: unknown, broken: string): void {
  let clone: unknown;
  try {
    clone = structuredClone(value);
  } catch {
    clone = undefined;
  }
  assertSame(clone, value, broken);
}

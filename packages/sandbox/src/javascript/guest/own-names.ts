import { keys } from './intrinsics.js';

/** From this many on, names are kept: an object may be an index with 100,000 words. */
const many = 1_000;

let kept: { readonly of: object; readonly names: readonly string[] } | undefined;

/**
 * The names of an object's enumerable properties. Those of the last large object are kept until {@link forgetNames}: a
 * variable is looked at twice, for its value and for its preview.
 */
export function ownNames(value: object): readonly string[] {
  if (kept?.of === value) return kept.names;
  const names = keys(value);
  if (names.length >= many) kept = { of: value, names };
  return names;
}

/** Must be called before code of a cell runs again: it may change the object. */
export function forgetNames(): void {
  kept = undefined;
}

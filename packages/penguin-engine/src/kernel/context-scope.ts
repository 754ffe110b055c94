import type { RunScope } from './run-scope.js';

/** Under which a context carries its scope, so that a child finds its parent's. */
export const scopeKey: unique symbol = Symbol.for('@rlm/penguin-engine/run-scope');

/** The scope of a run's context, if it is one that this kernel made. */
export function scopeOf(context: object): RunScope | undefined {
  return (context as { readonly [scopeKey]?: RunScope })[scopeKey];
}

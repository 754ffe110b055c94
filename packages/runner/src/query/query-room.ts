import { QueryError } from '../query-errors.js';
import type { QueryScope } from '../run/query-scope.js';

/** Calls of a run that its limit of sub-queries does not count: of tools, from the cache, refused ones. */
const otherCalls = 10_000;

/**
 * Refuses `count` further calls where a run has no room for them: code that calls in a loop and catches what it is
 * refused must come to an end.
 */
export function requireRoom({ plan, begun }: QueryScope, count: number): void {
  const most = plan.limits.maxSubQueries + otherCalls;
  if (begun + count <= most) return;
  throw new QueryError(
    `${String(count)} more calls are over the limit of ${String(most)} calls a run (${String(most - begun)} are left); none was made`,
  );
}

import { QueryError } from '../query-errors.js';
import type { QueryScope } from '../run/query-scope.js';

/**
 * How many calls a run may make that its limit of sub-queries does not count: calls of tools, from
 * the cache, refused ones.
 */
const otherCalls = 10_000;

/**
 * Refuses `count` further calls if they exceed what a run may make: code that calls in a loop and
 * catches refusals must end.
 */
export function requireRoom({ plan, begun }: QueryScope, count: number): void {
  const most = plan.limits.maxSubQueries + otherCalls;
  if (begun + count <= most) return;
  throw new QueryError(
    `${String(count)} more calls are over the limit of ${String(most)} calls a run (${String(most - begun)} are left); none was made`,
  );
}

import { defaultOutputTokens } from '@rlm/kernel/internal';
import { groupThousands } from '@rlm/repl-types/internal';

import type { QueryScope } from '../run/query-scope.js';

/**
 * Adds a diagnostic, once per run, if `underWay` sub-queries are more than a limit on tokens or
 * cost lets run at once, and `maxConcurrentQueries` is not what makes them wait. It depends only on
 * the options and on what the run asked, so that a resumed run reports the same.
 */
export function noteNarrowLimit(scope: QueryScope, underWay: number): void {
  if (scope.hasNarrowLimit) return;
  const { limits, options, subPrice } = scope.plan;
  const { maxConcurrentQueries, maxOutputTokens } = limits;
  const shared = options.budget?.limits ?? {};
  const maxTokens = Math.min(limits.maxTokens, shared.maxTokens ?? Infinity);
  const maxCostUsd = Math.min(limits.maxCostUsd, shared.maxCostUsd ?? Infinity);
  const tokens =
    (typeof maxOutputTokens === 'number' ? maxOutputTokens : maxOutputTokens.sub) ??
    defaultOutputTokens;
  const perMillion = typeof subPrice === 'object' ? subPrice.outputPerMillion : 0;
  const byTokens = maxTokens / tokens;
  const byCost = perMillion === 0 ? Infinity : (maxCostUsd * 1e6) / (tokens * perMillion);
  const atOnce = Math.max(1, Math.floor(Math.min(byTokens, byCost)));
  if (underWay <= atOnce || maxConcurrentQueries <= atOnce) return;
  scope.hasNarrowLimit = true;
  const whose = (
    byTokens <= byCost ? shared.maxTokens === maxTokens : shared.maxCostUsd === maxCostUsd
  )
    ? 'budget'
    : 'limits';
  const name =
    byTokens <= byCost
      ? `maxTokens (${groupThousands(maxTokens)})`
      : `maxCostUsd ($${String(maxCostUsd)})`;
  scope.context.diagnose({
    code: 'limit_narrows_concurrency',
    message: `${whose}.${name} lets ${String(atOnce)} of ${String(maxConcurrentQueries)} sub-queries (limits.maxConcurrentQueries) run at once, since each reserves ${groupThousands(tokens)} output tokens. The others wait. Set limits.maxOutputTokens.sub to what an answer needs, or raise the limit.`,
  });
}

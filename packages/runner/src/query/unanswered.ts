import { loadOnce, messageOf } from '@rlm/repl-types/internal';

import type { QueryScope } from '../run/query-scope.js';

/** The most codes that are counted apart: a model function may throw any number. */
const maxCodes = 20;

const telling = /* @__PURE__ */ loadOnce(() => import('./unanswered-text.js'));

/** Counts a sub-query that was refused or failed. */
export function countUnanswered(
  scope: QueryScope,
  { code, message }: { readonly code: string; readonly message: string },
): void {
  const { counts } = (scope.unanswered ??= { counts: new Map<string, number>(), first: message });
  const counted = counts.has(code) || counts.size < maxCodes ? code : 'other codes';
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
}

/**
 * Adds a diagnostic to a run that ends with an answer of the model although sub-queries were refused
 * or failed: a batch keeps what succeeded, so nothing else in the result says it.
 */
export async function tellUnanswered({ unanswered, calls, context }: QueryScope): Promise<void> {
  if (unanswered === null) return;
  const message = await telling().then(
    ({ unansweredText }) => unansweredText(unanswered, calls),
    messageOf,
  );
  context.diagnose({ code: 'sub_queries_failed', message });
}

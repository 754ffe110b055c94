import { loadOnce, messageOf } from '@rlm/repl-types/internal';

import type { QueryScope } from '../run/query-scope.js';

const telling = /* @__PURE__ */ loadOnce(() => import('./unanswered-text.js'));

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

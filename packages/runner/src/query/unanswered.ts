import { loadOnce, messageOf } from '@rlm/repl-types/internal';

import type { ModelError } from '@rlm/kernel/model';
import type { QueryScope } from '../run/query-scope.js';

const telling = /* @__PURE__ */ loadOnce(() => import('./unanswered-text.js'));

/**
 * Counts a sub-query that was refused or failed, by its code and the status of the provider's response, with a space between them.
 * A model function may throw any number of codes, and long ones. `message` is bounded.
 */
export function countUnanswered(
  scope: QueryScope,
  code: string,
  message: string,
  error: unknown,
): void {
  const { codes } = (scope.unanswered ??= { codes: new Map<string, number>(), first: message });
  // Another error may have anything for `details`.
  const status = code === 'error' ? '' : (error as ModelError).details?.statusCode;
  code = `${code} ${status ?? ''}`.slice(0, 1_000);
  const key = codes.size < 20 || codes.has(code) ? code : '';
  codes.set(key, (codes.get(key) ?? 0) + 1);
}

/**
 * Adds a diagnostic to a run that ends with an answer of the model although sub-queries were refused
 * or failed: a batch keeps what succeeded, so nothing else in the result says it.
 */
export async function tellUnanswered({ unanswered, calls, context }: QueryScope): Promise<void> {
  if (!unanswered) return;
  context.diagnose({
    code: 'sub_queries_failed',
    message: await telling().then(
      ({ unansweredText }) => unansweredText(unanswered, calls),
      messageOf,
    ),
  });
}

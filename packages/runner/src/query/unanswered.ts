import type { ModelError } from '@rlm/kernel/model';
import { cutText } from '@rlm/repl-types';
import { groupThousands } from '@rlm/repl-types/internal';

import type { RlmCalls } from '../result.js';
import type { QueryScope, Unanswered } from '../run/query-scope.js';

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
export function tellUnanswered({ unanswered, calls, context }: QueryScope): void {
  if (!unanswered) return;
  context.diagnose({ code: 'sub_queries_failed', message: unansweredText(unanswered, calls) });
}

/** The longest part of a failure's message, and of its code, in characters. */
const shownChars = { message: 600, code: 60 };

/** What to do about sub-queries that failed, by their code, or by the status of the provider's response. */
const advice: readonly (readonly [kinds: readonly string[], what: string])[] = [
  [
    ['budget_exceeded'],
    'Raise the limit that refused them; for tokens and cost, a lower limits.maxOutputTokens.sub helps too.',
  ],
  [['effect_timeout'], 'Raise limits.callTimeoutMs, or ask for shorter answers.'],
  [['401', '403'], 'Check the key of the sub-model.'],
  [['402'], 'Check the credit at the provider.'],
  [['429'], 'Lower limits.maxConcurrentQueries, or try later.'],
  [
    ['400', '404', '422'],
    "Check the sub-model's name and settings, and what the provider says of the request.",
  ],
  [['413'], 'Ask with shorter prompts.'],
  [['provider_recoverable_error'], 'Raise retry.attempts, or try later.'],
  [['provider_error'], 'Check the settings of the sub-model.'],
];

/** The place of the advice for a code with a status. The status says more than the code. */
function placeOf(code: string, status: string): number {
  const place = advice.findIndex(([kinds]) => kinds.includes(status));
  return place >= 0 && code.startsWith('provider_')
    ? place
    : advice.findIndex(([kinds]) => kinds.includes(code));
}

/** How many sub-queries of a run were not answered, why, and what to do. */
function unansweredText(
  { codes, first }: Unanswered,
  { sub, recursive, shared, cached }: RlmCalls,
): string {
  const ranked = [...codes]
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => {
      const space = key.lastIndexOf(' ');
      return { code: key.slice(0, Math.max(space, 0)), status: key.slice(space + 1), count };
    });
  const told = ranked.map(({ code, status, count }) => {
    const name = `${cutText(code, shownChars.code).text} ${status.slice(0, 10)}`.trim();
    return `${name || 'other codes'}: ${groupThousands(count)}`;
  });
  const failed = ranked.reduce((sum, { count }) => sum + count, 0);
  const all = failed + sub + recursive + shared + cached;
  const reason = cutText(first, shownChars.message).text.replace(/\.$/, '');
  const places = new Set(ranked.map(({ code, status }) => placeOf(code, status)));
  const todo = [...places].map((place) => advice[place]?.[1] ?? '').filter(Boolean);
  const next = [...todo, 'The events query-end have each failure.'].join(' ');
  return `${groupThousands(failed)} of ${groupThousands(all)} sub-queries were not answered (${told.join(', ')}), so the answer may be incomplete. The first failed since: ${reason}. ${next}`;
}

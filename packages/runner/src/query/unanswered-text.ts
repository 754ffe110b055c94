import { cutText } from '@rlm/repl-types';
import { groupThousands } from '@rlm/repl-types/internal';

import type { RlmCalls } from '../result.js';
import type { Unanswered } from '../run/query-scope.js';

/** The longest part of a failure's message, and of its code, in characters. */
const shownChars = { message: 600, code: 60 };

/** What to do about sub-queries that failed, by their code. */
const advice: Readonly<Record<string, string>> = {
  budget_exceeded:
    ' Raise the limit that is named; for tokens and cost, a lower limits.maxOutputTokens.sub helps too.',
  provider_recoverable_error: ' Raise retry.attempts, or lower limits.maxConcurrentQueries.',
  provider_error: ' Check the key and the settings of the sub-model.',
};

/** How many sub-queries of a run were not answered, why, and what to do. */
export function unansweredText(
  { codes, first }: Unanswered,
  { sub, recursive, shared, cached }: RlmCalls,
): string {
  const ranked = [...codes].sort(([, one], [, other]) => other - one);
  const told = ranked.map(
    ([code, count]) =>
      `${cutText(code, shownChars.code).text || 'other codes'}: ${groupThousands(count)}`,
  );
  const failed = ranked.reduce((sum, [, count]) => sum + count, 0);
  const all = failed + sub + recursive + shared + cached;
  const reason = cutText(first, shownChars.message).text.replace(/\.$/, '');
  const todo = ranked.map(([code]) => advice[code] ?? '').join('');
  return `${groupThousands(failed)} of ${groupThousands(all)} sub-queries were not answered (${told.join(', ')}), so the answer may be incomplete. The first failed since: ${reason}.${todo} The events query-end have each failure.`;
}

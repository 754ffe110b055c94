import type { ReplLanguage } from '@rlm/repl-types';

import type { SessionHost } from '../../run/session-host.js';
import type { BlockRun } from '../run-blocks.js';

/** How a value is printed that was not awaited. */
export const unawaited: Readonly<Record<ReplLanguage, RegExp>> = {
  python: /<coroutine object/,
  javascript: /Promise \{ not awaited \}/,
};

/** Characters that a sub-query may well be given at once. */
export const maxReadChars = 200_000;

/**
 * Whether any hint may apply to a block: it failed, printed more than is shown or a value that it did not await, or asked sub-models
 * about a context that is too long to pass on at once.
 */
export function mayNeedHint(
  { code, result }: BlockRun,
  { contexts }: Pick<SessionHost, 'contexts'>,
): boolean {
  const { error, gaps, stdout, value } = result;
  return (
    error !== undefined ||
    gaps.stdout.length > 0 ||
    Object.values(unawaited).some((form) => form.test(`${stdout}${value ?? ''}`)) ||
    (code.includes('m_query') && contexts.some(({ totalLength }) => totalLength > maxReadChars))
  );
}

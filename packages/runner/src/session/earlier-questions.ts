import { REPLVariable, type ReplLanguage } from '@rlm/repl-types';

import type { EarlierQuestion } from '../run/session-host.js';

/** How the model is told of the variable `history`; none where there were no questions before. */
export function describeHistory(
  earlier: readonly EarlierQuestion[],
  language: ReplLanguage,
): REPLVariable | undefined {
  if (earlier.length === 0) return undefined;
  const description =
    'The earlier questions of this session and their answers, oldest first: a list of `question` and `answer`.';
  return REPLVariable.fromValue('history', earlier, { description, language });
}

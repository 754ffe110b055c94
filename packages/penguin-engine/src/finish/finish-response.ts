import { isRecord } from '@rlm/repl-types/internal';
import { withoutThoughts } from '@rlm/termination/internal';

import type { FinishReport } from './types.js';
import { quoteNames, unknownArguments } from './unknown-arguments.js';

/**
 * The tool `finish_response`: the reply is complete. Its summary is informational and kept as it
 * is; a native call may pass `{ summary }`. A summary that is not text is refused with
 * `invalid_summary`, and so are other arguments without a summary, with `invalid_arguments`.
 */
export function finishResponse(summary?: unknown): FinishReport {
  const isNamed = isRecord(summary);
  const given = (isNamed ? summary['summary'] : summary) ?? null;
  const ignored = isNamed ? unknownArguments(summary, ['summary']) : [];
  if (given !== null && typeof given !== 'string') {
    return refuse(
      'invalid_summary',
      `summary must be text, got ${Array.isArray(given) ? 'an array' : typeof given}`,
    );
  }
  const said = withoutThoughts(given ?? '');
  const isBlank = said.trim() === '';
  if (isBlank && ignored.length > 0) {
    return refuse(
      'invalid_arguments',
      `finish_response has no argument ${quoteNames(ignored)}: its only argument is "summary". Call it again with {"summary": "..."}`,
    );
  }
  const text = said === '' ? null : said;
  return {
    text: text === null ? 'Response complete.' : `Response complete. Summary: ${text}`,
    finish: { status: 'done', summary: isBlank ? null : text, statusDefaulted: true },
    ...(ignored.length === 0 ? {} : { ignored }),
  };
}

function refuse(error: NonNullable<FinishReport['error']>, fault: string): FinishReport {
  return { text: `Error: ${fault}. The response is not complete.`, finish: null, error };
}

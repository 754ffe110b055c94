import type { FinishStatus } from '@rlm/kernel';
import { findJsonFault } from '@rlm/kernel/internal';
import { soleBlock, withoutThoughts } from '@rlm/termination/internal';

import { readJsonObject } from './repair-json.js';
import { type FinishError, type FinishReport, finishStatuses, readFinishStatus } from './types.js';
import { quoteNames, unknownArguments } from './unknown-arguments.js';

const messages: Readonly<Record<FinishStatus, string>> = {
  done: 'Task objective achieved',
  partial: 'Partial progress made',
  blocked: 'Task blocked - cannot proceed',
};

/**
 * A status key in an object that follows other text: read as plain text, its status would be lost.
 */
const statusKey = /["']status["']\s*:/;

/**
 * The tool `finish_task`: the model believes that it can do no more, and a person must review.
 *
 * Takes plain text (the summary), JSON text or an object with `summary` and `status`, or nothing
 * (done). Raw line breaks, a code fence, a byte order mark, and case and blanks around the status
 * are repaired. Anything else that is broken is refused, with a text that names the allowed words, and
 * so are other arguments without a summary.
 */
export function finishTask(params?: unknown): FinishReport {
  if (params === null || params === undefined) return report(undefined, undefined);
  if (typeof params === 'object') {
    return Array.isArray(params) ? refuse('invalid_arguments', 'an array') : fromFields(params);
  }
  if (typeof params !== 'string') return refuse('invalid_arguments', typeof params);
  const text = soleBlock(params) ?? withoutThoughts(params).trim();
  if (text.startsWith('{')) {
    const fields = readJsonObject(text);
    return fields === undefined
      ? refuse('invalid_arguments', brokenJson(text))
      : fromFields(fields);
  }
  const brace = text.indexOf('{');
  if (brace !== -1 && statusKey.test(text.slice(brace))) {
    return refuse('invalid_arguments', 'text before a JSON object that has a status');
  }
  return report(params.trim(), undefined);
}

function fromFields(fields: object): FinishReport {
  const { status, summary } = fields as { readonly status?: unknown; readonly summary?: unknown };
  const word = status === undefined ? undefined : readFinishStatus(status);
  if (word === null) return refuse('invalid_status', JSON.stringify(status));
  if (summary !== undefined && summary !== null && typeof summary !== 'string') {
    return refuse('invalid_summary', Array.isArray(summary) ? 'an array' : typeof summary);
  }
  const ignored = unknownArguments(fields, ['summary', 'status']);
  if (ignored.length > 0 && (summary ?? '').trim() === '') {
    const advice = 'Put the text into "summary"';
    return refuse('invalid_arguments', `the unknown argument ${quoteNames(ignored)}`, advice);
  }
  return { ...report(summary ?? undefined, word), ...(ignored.length === 0 ? {} : { ignored }) };
}

function brokenJson(text: string): string {
  const { what, read } = findJsonFault(text, true) ?? {
    what: 'no object',
    read: text.slice(0, 60),
  };
  return `broken JSON (${what}. Read: ${read})`;
}

function report(given: string | undefined, status: FinishStatus | undefined): FinishReport {
  const word = status ?? 'done';
  const summary = given === undefined ? undefined : withoutThoughts(given);
  const hasSummary = summary !== undefined && summary.trim() !== '';
  const middle = hasSummary ? ` Summary: ${summary}` : '';
  return {
    text: `${messages[word]}. Marked for human review.${middle} [FINISH_STATUS:${word}]`,
    finish: {
      status: word,
      summary: hasSummary ? summary.trim() : null,
      statusDefaulted: status === undefined,
    },
  };
}

function refuse(error: FinishError, got: string, advice = ''): FinishReport {
  const words = finishStatuses.map((word) => `"${word}"`).join(', ');
  const expected = {
    invalid_arguments: 'plain text or one JSON object {"summary": text, "status": word}',
    invalid_status: 'a known status',
    invalid_summary: 'a summary that is text',
  }[error];
  return {
    text: `Error: finish_task needs ${expected}, got ${got}. ${advice === '' ? '' : `${advice}. `}Allowed status words: ${words}. The task goes on; call finish_task again.`,
    finish: null,
    error,
  };
}

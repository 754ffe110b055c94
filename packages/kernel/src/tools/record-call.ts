import { cutText } from '@rlm/repl-types';
import { messageOf, roughBytes } from '@rlm/repl-types/internal';

import type { FinishOutcome } from './finish-outcome.js';
import type { ActionCall, ActionRecord } from './action-call.js';
import type { CallOutcome } from './perform-call.js';

/** The length at which a result is cut by default, in UTF-16 units. */
export const defaultMaxOutputChars = 16_000;

/** The approximate bytes that the records of one step, and those of a result, may take. */
export const maxRecordBytes: number = 64 * 1024 * 1024;

/**
 * Characters of a result, and bytes of arguments, that a record keeps once earlier records have
 * used up the limit.
 */
const shortResultChars = 2_000;
const shortArgumentBytes = 8_000;

/** A record without the middle of its result and without large arguments. */
export function shortRecord(whole: ActionRecord): ActionRecord {
  const isLarge = roughBytes(whole.arguments, shortArgumentBytes) > shortArgumentBytes;
  return Object.freeze({
    ...whole,
    result: cutText(whole.result, shortResultChars).text,
    arguments: isLarge ? '(left out)' : whole.arguments,
  });
}

/** The record of a call: its outcome as the model sees it, cut at `maxOutputChars`. */
export function recordCall(
  call: ActionCall,
  outcome: Exclude<CallOutcome, { readonly type: 'final' }>,
  maxOutputChars: number,
): ActionRecord {
  switch (outcome.type) {
    case 'completed': {
      const { value, shown, finish } = outcome;
      const output = shown === undefined ? { text: renderValue(value) } : readShown(shown);
      const { text } = cutText(output.text, maxOutputChars);
      return record(call, text, output.isError === true ? 'error' : 'completed', finish);
    }
    case 'refused':
      return record(call, `Error: ${outcome.reason.replace(/\.$/, '')}.`, 'error');
    case 'failed': {
      const text = `Error executing action ${call.action}: ${messageOf(outcome.error)}`;
      return record(call, cutText(text, maxOutputChars).text, 'error');
    }
  }
}

/** The result of `toModelOutput` as text: here a tool's result cannot contain files. */
function readShown(shown: unknown): { readonly text: string; readonly isError?: boolean } {
  const { type, value, reason } = shown as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'text':
    case 'json':
      return { text: renderValue(value) };
    case 'content':
      return { text: (value as readonly ContentPart[]).map(textOfPart).join('\n') };
    case 'execution-denied':
      return {
        text: `Not carried out: ${renderValue(reason ?? 'no reason was given')}`,
        isError: true,
      };
    default:
      return { text: renderValue(value), isError: true };
  }
}

interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly mediaType?: string;
}

function textOfPart({ type, text, mediaType = type }: ContentPart): string {
  return text ?? `(${mediaType} left out: a tool's result must be text)`;
}

function record(
  { action, callId, arguments: given }: ActionCall,
  result: string,
  status: ActionRecord['status'],
  finish: FinishOutcome | null = null,
): ActionRecord {
  const base = { action, result, status, callId, arguments: given };
  return Object.freeze(finish === null ? base : { ...base, finish });
}

/**
 * A tool's result as text for the model: text as it is, a missing value as the empty text, other
 * data as JSON.
 */
function renderValue(data: unknown): string {
  if (typeof data === 'string') return data;
  return data === undefined || data === null ? '' : JSON.stringify(data, null, 2);
}

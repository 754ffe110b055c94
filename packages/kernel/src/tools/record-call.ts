import { cutText } from '@rlm/repl-types';
import { messageOf, roughBytes } from '@rlm/repl-types/internal';

import type { FinishOutcome } from './finish-outcome.js';
import type { ActionCall, ActionRecord } from './action-call.js';
import type { CallOutcome } from './perform-call.js';
import { renderValue } from './render-value.js';

/** Where a result is cut unless it is said otherwise, in UTF-16 units. */
export const defaultMaxOutputChars = 16_000;

/** About how many bytes the records of one turn, and those of a result, take. */
export const maxRecordBytes: number = 64 * 1024 * 1024;

/** Characters of a result, and bytes of arguments, that are left of a record when those before it take all that they may. */
const shortResultChars = 2_000;
const shortArgumentBytes = 8_000;

/** A record without the middle of its result, and without large arguments. */
export function shortRecord(whole: ActionRecord): ActionRecord {
  const isLarge = roughBytes(whole.arguments, shortArgumentBytes) > shortArgumentBytes;
  return Object.freeze({
    ...whole,
    result: cutText(whole.result, shortResultChars).text,
    ...(isLarge ? { arguments: '(left out)' } : {}),
  });
}

/** The record of a call: what came of it as the model is shown it, cut at `maxOutputChars`. */
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
      return record(call, `Error: ${outcome.reason}.`, 'error');
    case 'failed': {
      const text = `Error executing action ${call.action}: ${messageOf(outcome.error)}`;
      return record(call, cutText(text, maxOutputChars).text, 'error');
    }
  }
}

/** What `toModelOutput` gave, as text: models get no files from tools here. */
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
  return text ?? `(${mediaType}, left out: a tool's result is text here)`;
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

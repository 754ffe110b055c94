import { checkOptions, required } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import { SandboxError } from '../../contract/errors.js';
import type { SetOptions } from '../../contract/session.js';
import { startCallTime, type CallTime } from './call-time.js';
import { describeGuestError, type Guest } from './guest.js';
import { toJsonText } from '../values/host-value.js';
import type { ValueLimits } from '../values/json-text.js';
import { nameRule } from '../values/names.js';
import { setRule } from '../options/session-rules.js';
import { isLongText } from '../../contract/long-text.js';
import type { RecordedSet } from '../log/entry.js';
import { askToSetFile } from './set-file.js';

const reserved = /^context(_\d+)?$/;

/** How long moving data into or out of a guest may take, in milliseconds: far more than 100 MB need. */
export const moveLimitMs = 60_000;

/** Only the guest's memory limits the size of values that the host assigns. */
const unbounded = { maxValueBytes: Infinity, maxValueNodes: Infinity, maxValueDigits: Infinity };

/**
 * Checks an assignment by the host and takes its value as data.
 *
 * @throws InvalidOptionError; SandboxError `value_rejected`
 */
export function recordSet(
  name: string,
  value: unknown,
  language: ReplLanguage,
  { maxValueDepth }: Pick<ValueLimits, 'maxValueDepth'>,
  options: SetOptions = {},
): RecordedSet {
  checkOptions(options, setRule, refuseOption);
  const { isReserved } = options;
  checkOption('name', name, required(nameRule(language)), refuseOption);
  const entry = { type: 'set', name, isReserved } as const;
  if (isLongText(value)) return { ...entry, value: { file: value } };
  return {
    ...entry,
    value:
      typeof value === 'string'
        ? { text: value }
        : { json: toJsonText(value, { ...unbounded, maxValueDepth }, name) },
  };
}

/**
 * Assigns a value in the guest. The names `context` and `context_1` are reserved by default: cells cannot lose them.
 *
 * @throws SandboxError `value_rejected` if it does not fit in the guest's memory, `session_lost`; CallStopped
 */
export async function assign(
  guest: Guest,
  { name, value, isReserved = reserved.test(name) }: RecordedSet,
  time: CallTime,
): Promise<void> {
  const answer =
    'file' in value
      ? await askToSetFile(guest, { name, text: value.file, isReserved }, time)
      : await guest.ask(
          'text' in value
            ? { type: 'set-text', name, text: value.text, isReserved }
            : { type: 'set-json', name, json: value.json, isReserved },
          time,
        );
  if ('error' in answer) {
    const why = describeGuestError(answer.error);
    const cure = /memory/i.test(why)
      ? '. Raise memoryBytes (limits of a session, sandboxLimits of a run), or pass less'
      : '';
    throw new SandboxError('value_rejected', `the guest refused ${name}: ${why}${cure}`);
  }
}

/** As {@link assign}, while a session is rebuilt: in a time of its own. */
export async function assignTimely(guest: Guest, entry: RecordedSet): Promise<void> {
  const time = startCallTime(moveLimitMs, undefined);
  try {
    await assign(guest, entry, time);
  } finally {
    time.end();
  }
}

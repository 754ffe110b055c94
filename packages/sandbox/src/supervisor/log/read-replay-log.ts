import type { ReplLanguage } from '@rlm/repl-types';
import {
  anyOf,
  type ExecutionOutcome,
  mismatch,
  numberFrom,
  shape,
} from '@rlm/repl-types/internal';
import {
  listOf,
  oneOf,
  required,
  rule,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';

import { SandboxError } from '../../contract/errors.js';
import { digestRule } from './digest-rule.js';
import { entryKey, logKey } from './log-key.js';
import { boundedBytes, maxLogBytes } from './log-size.js';
import { nameRule } from '../values/names.js';
import type { RecordedCell, RecordedSet, ReplayLog } from '../../contract/replay-log.js';

/** Every outcome; a new one must be entered here to compile. */
const outcomes: Readonly<Record<ExecutionOutcome, true>> = {
  ok: true,
  error: true,
  final: true,
  timeout: true,
  memory: true,
  aborted: true,
  violation: true,
  crashed: true,
};

const errorRule = shape('an error', { type: required(text), message: required(text) });

const finalRule = shape('a final', { type: required(oneOf('direct', 'variable', 'submit')) });

const resultRule: OptionRule = anyOf(
  shape('{ json }', { json: required(text) }),
  shape('{ error }', { error: required(errorRule) }),
  shape('{ final }', { final: required(finalRule) }),
);

const callRule = shape('a host call', {
  name: required(text),
  args: required(text),
  outcome: required(resultRule),
});

const cellRule = shape('a cell', {
  cell: required(wholeNumber(1)),
  code: required(text),
  nowMs: required(numberFrom(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  outcome: required(oneOf(...Object.keys(outcomes))),
  output: required(text),
  calls: required(listOf(callRule)),
  isReplayable: required(trueOrFalse),
});

const valueRule = anyOf(
  shape('{ text }', { text: required(text) }),
  shape('{ json }', { json: required(text) }),
  shape('{ file }', {
    file: required(
      shape('a file', { sha256: required(digestRule), bytes: required(wholeNumber(0)) }),
    ),
  }),
);

/** The rule for `replay`: a complete log of `replayLog()`, no larger than it returns. */
export function replayRule(language: ReplLanguage): OptionRule {
  const expected = 'a log that replayLog() gave';
  const setRule = shape('an assignment', {
    name: required(nameRule(language)),
    value: required(valueRule),
    isReserved: trueOrFalse,
  });
  const kind = shape('an entry', { type: required(oneOf('set', 'cell')) });
  const entry: OptionRule = {
    expected: kind.expected,
    find(value, option) {
      const fault = kind.find(value, option);
      if (fault !== undefined) return fault;
      const { type } = value as { readonly type: 'set' | 'cell' };
      return (type === 'set' ? setRule : cellRule).find(value, option);
    },
  };
  const whole = shape(expected, {
    version: required(rule('1, the only version there is', (value) => value === 1)),
    backend: required(text),
    seed: required(text),
    sha256: digestRule,
    entries: required(listOf(entry)),
  });
  return {
    expected,
    find(value, option) {
      const fault = whole.find(value, option);
      if (fault !== undefined) return fault;
      const bytes = boundedBytes((value as ReplayLog).entries);
      if (bytes <= maxLogBytes) return undefined;
      const expected = `at most ${maxLogBytes} bytes of code, results and replaced values`;
      return mismatch(`${option}.entries`, expected, bytes);
    },
  };
}

/** The longest work in one piece while a log is checked, in milliseconds. */
const pieceMs = 20;

/**
 * A private copy of a log, whose SHA-256 was checked.
 *
 * @throws SandboxError `log_mismatch`
 */
export async function verifyLog(log: ReplayLog): Promise<ReplayLog> {
  const sealed = await sealLog(log);
  if (sealed.sha256 === log.sha256) return sealed;
  throw new SandboxError(
    'log_mismatch',
    `Expected replay.sha256 to be ${sealed.sha256}, got ${log.sha256}. The log was altered after replayLog() returned it.`,
    { details: { option: 'replay.sha256' } },
  );
}

/** A copy of a log with the SHA-256 of its contents. */
export async function sealLog(log: ReplayLog): Promise<ReplayLog> {
  const entries = Object.freeze(log.entries.map(copyEntry));
  const keys: string[] = [];
  let since = performance.now();
  for (const entry of entries) {
    keys.push(await entryKey(entry));
    if (performance.now() - since < pieceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return Object.freeze({ ...log, entries, sha256: logKey(log, keys) });
}

function copyEntry(entry: RecordedSet | RecordedCell): RecordedSet | RecordedCell {
  if (entry.type === 'set') return Object.freeze({ ...entry, value: { ...entry.value } });
  const calls = entry.calls.map((call) => ({ ...call, outcome: { ...call.outcome } }));
  return Object.freeze({ ...entry, calls: Object.freeze(calls) });
}

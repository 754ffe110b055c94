import {
  fields,
  listOf,
  oneOf,
  required,
  rule,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  abortSignal,
  anyOf,
  callable,
  finalDialects,
  maxTimerMs,
  numberFrom,
  recordOf,
  shape,
  withMethods,
} from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import { isLongText } from '../../contract/long-text.js';
import { sandboxLimitsRule } from '../../contract/limits.js';
import type {
  CallOptions,
  SetOptions,
  ExecuteOptions,
  SessionOptions,
  SnapshotOptions,
} from '../../contract/session.js';
import { isolationRule } from '../isolation.js';
import { nameRule } from '../values/names.js';

const ownNames = ['FINAL', 'FINAL_VAR', 'SUBMIT', 'SHOW_VARS', 'print', 'console', 'answer'];

/** The rule for functions of the host, by the names under which guest code calls them. */
const functionsRule = (language: ReplLanguage): OptionRule => {
  const nameOfLanguage = nameRule(language, 'the name of a function');
  const functions = recordOf(anyOf(callable, withMethods('an object with run()', ['run'])));
  return {
    expected: 'an object of functions',
    find(value, option) {
      const fault = functions.find(value, option);
      if (fault !== undefined) return fault;
      for (const name of Object.keys(value as object)) {
        const path = `${option}.${name}`;
        if (ownNames.includes(name)) {
          return {
            option: path,
            message: `The sandbox has its own function ${name}. Choose another name for ${path}.`,
          };
        }
        const wrong = nameOfLanguage.find(name, path);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
  };
};

const digestRule = rule(
  'a SHA-256 (64 hexadecimal digits)',
  (value) => typeof value === 'string' && /^[\da-f]{64}$/.test(value),
);

/** The options of `open`. */
export const sessionRule = (language: ReplLanguage): OptionRule =>
  fields<SessionOptions>(
    {
      functions: functionsRule(language),
      limits: sandboxLimitsRule,
      dialects: listOf(oneOf(...finalDialects)),
      acceptsNull: trueOrFalse,
      require: isolationRule,
      preflight: trueOrFalse,
      seed: text,
      now: callable,
      snapshot: shape('a snapshot that snapshot() gave', {
        backend: required(text),
        build: required(text),
        cells: required(wholeNumber(0)),
        bytes: required(rule('bytes', (value) => value instanceof Uint8Array)),
        sha256: required(digestRule),
      }),
      files: listOf(rule('a text of fileContext()', isLongText)),
      tenant: text,
      onPlace: callable,
      onWait: callable,
      abortSignal,
    },
    { tools: 'functions', isolation: 'require', timeoutMs: 'limits.cellMs' },
  );

/** The rule for the code of a cell. */
export const codeRule: OptionRule = required(text);

/** The options of `execute`. */
export const executeRule: OptionRule = fields<ExecuteOptions>({
  abortSignal,
  timeoutMs: numberFrom(0, maxTimerMs),
  preflight: trueOrFalse,
  nowMs: numberFrom(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  onOutput: callable,
});

/** The options of `get` and `variables`. */
export const callRule: OptionRule = fields<CallOptions>({
  abortSignal,
  timeoutMs: numberFrom(0, maxTimerMs),
});

/** The options of `set`. */
export const setRule: OptionRule = fields<SetOptions>({
  abortSignal,
  timeoutMs: numberFrom(0, maxTimerMs),
  isReserved: trueOrFalse,
});

/** The options of `snapshot`. */
export const snapshotRule: OptionRule = fields<SnapshotOptions>({
  abortSignal,
  timeoutMs: numberFrom(0, maxTimerMs),
  maxBytes: numberFrom(0, Number.MAX_SAFE_INTEGER),
});

import type { FinalDialect, ReplLanguage } from '@rlm/repl-types';
import {
  abortSignal,
  anyOf,
  askHook,
  callable,
  finalDialects,
  maxTimerMs,
  numberFrom,
  recordOf,
  refuseOption,
  shape,
  wellFormed,
  withMethods,
} from '@rlm/repl-types/internal';
import {
  checkOptions,
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

import type { ChildFile } from '../contract/backend.js';
import {
  defaultLimits,
  sandboxLimitsRule,
  type LimitOptions,
  type SandboxLimits,
} from '../contract/limits.js';
import { isLongText } from '../contract/long-text.js';
import type {
  CallOptions,
  ExecuteOptions,
  SessionOptions,
  SessionSnapshot,
  SetOptions,
  SnapshotOptions,
} from '../contract/session.js';
import { bindFunctions, type BoundFunction } from './host-functions.js';
import { isolationRule } from './isolation.js';
import { nameRule } from './names.js';

const ownNames = ['FINAL', 'FINAL_VAR', 'SUBMIT', 'SHOW_VARS', 'print', 'console', 'answer'];

/** The rule for functions of the host, by the names under which code calls them. */
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

/** The rule for the code of a cell, and for the name of a variable that is read. */
export const textRule: OptionRule = required(text);

const time = numberFrom(0, maxTimerMs);

/** The options of `execute`. */
export const executeRule: OptionRule = fields<ExecuteOptions>({
  abortSignal,
  timeoutMs: time,
  preflight: trueOrFalse,
  nowMs: numberFrom(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  onOutput: callable,
});

const call = { abortSignal, timeoutMs: time };

/** The options of `get` and `variables`. */
export const callRule: OptionRule = fields<CallOptions>(call);

/** The options of `set`. */
export const setRule: OptionRule = fields<SetOptions>({ ...call, isReserved: trueOrFalse });

/** The options of `snapshot`. */
export const snapshotRule: OptionRule = fields<SnapshotOptions>({
  ...call,
  maxBytes: numberFrom(0, Number.MAX_SAFE_INTEGER),
});

/** Session options, checked, with their defaults. */
export interface ResolvedOptions {
  readonly functions: ReadonlyMap<string, BoundFunction>;
  readonly limits: SandboxLimits;
  readonly dialects: readonly FinalDialect[];
  readonly acceptsNull: boolean;
  readonly preflight: boolean;
  readonly seed: string;
  readonly now: (() => number) | undefined;
  readonly snapshot: SessionSnapshot | undefined;
  /** The files that children read themselves, open; the session closes them. */
  readonly files: readonly ChildFile[];
  readonly abortSignal: AbortSignal | undefined;
}

/** Checks the options of `open`. @throws InvalidOptionError */
export function resolveSessionOptions(
  language: ReplLanguage,
  options: SessionOptions,
): ResolvedOptions {
  checkOptions(options, sessionRule(language), refuseOption);
  return {
    functions: bindFunctions(options.functions),
    limits: resolveLimits(options.limits),
    dialects: Object.freeze([...(options.dialects ?? (['final', 'submit'] as const))]),
    acceptsNull: options.acceptsNull ?? false,
    preflight: options.preflight ?? true,
    seed: wellFormed(options.seed ?? 'rlm'),
    now: options.now && timeOf(options.now),
    snapshot: options.snapshot,
    files: [],
    abortSignal: options.abortSignal,
  };
}

/** The time of a caller's function. Throws `RlmError` (`hook_failed`) if it does not return a time. */
function timeOf(now: () => number): () => number {
  const time = rule('a finite number', Number.isFinite);
  return () => askHook('now()', now, time);
}

/** The default limits with some replaced. */
function resolveLimits(limits: LimitOptions = {}): SandboxLimits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(given) });
}

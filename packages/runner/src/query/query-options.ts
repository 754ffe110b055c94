import {
  checkOptions,
  fields,
  rule,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anything, describeValue, isRecord } from '@rlm/repl-types/internal';

import { QueryArgumentError } from '../query-errors.js';

/** The options that code may pass to a sub-query. */
export interface QueryOptions {
  /** A name of the option `models`. */
  readonly model?: string | undefined;
  /** A name of the option `schemas`, or a JSON Schema. */
  readonly schema?: string | Readonly<Record<string, unknown>> | undefined;
  /** The data of a child run; only for `rlm_query`. */
  readonly context?: unknown;
  /** Asks again, even if the same question was asked before or is in flight. */
  readonly fresh?: boolean | undefined;
}

const shared = {
  model: text,
  schema: rule(
    'the name of a schema or a JSON Schema',
    (value) => typeof value === 'string' || isRecord(value),
  ),
  fresh: trueOrFalse,
};
const questionRules: OptionRule = fields<Omit<QueryOptions, 'context'>>(shared);
const childRules: OptionRule = fields<QueryOptions>({ ...shared, context: anything });

/**
 * Reads the options of a call from the REPL. A null option counts as absent, since Python passes
 * that for what is not given. Throws `QueryArgumentError` for an unknown option of the function,
 * with the nearest name.
 *
 * @param name The function that was called.
 */
export function readQueryOptions(name: string, options: unknown): QueryOptions {
  if (options === undefined || options === null) return {};
  if (!isRecord(options)) {
    throw new QueryArgumentError(
      `${name}: options must be an object, got ${describeValue(options)}`,
    );
  }
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const isChild = name.startsWith('rlm_query');
  if (!isChild && 'context' in given) {
    throw new QueryArgumentError(
      `${name}: Unknown option context. The model sees only the prompt: put the text into it, or use rlm_query.`,
    );
  }
  checkOptions(
    given,
    isChild ? childRules : questionRules,
    ({ message }) => new QueryArgumentError(`${name}: ${message}`),
  );
  return given;
}

import type { Diagnostic, RunResult, StandardSchema } from '@rlm/kernel';
import type { SchemaOutput as OutputOf } from '@rlm/kernel';
import type { REPLEntry } from '@rlm/repl-types';

import type { RlmCoverage } from './reading/coverage.js';

/**
 * How an answer came about: a call in executed code, prose without code, the wrap-up after a limit,
 * or a policy.
 */
export type AnswerSource = 'code' | 'prose' | 'wrap-up' | 'policy';

/** How many calls a run made, its children not counted. */
export interface RlmCalls {
  /** Calls of the model that writes code, for a turn. */
  readonly root: number;
  /** Calls of that model for a summary of older turns (`compaction: { policy: 'llm' }`). */
  readonly summary: number;
  /** Sub-queries that were really asked. */
  readonly sub: number;
  /** Child runs. */
  readonly recursive: number;
  readonly tools: number;
  /** Sub-queries that were answered together with an identical one in flight. */
  readonly shared: number;
  /** Sub-queries that were answered from the cache. */
  readonly cached: number;
  /** Sub-queries and tool calls that failed. */
  readonly failed: number;
}

/** No calls yet. */
export const noCalls: RlmCalls = Object.freeze({
  root: 0,
  summary: 0,
  sub: 0,
  recursive: 0,
  tools: 0,
  shared: 0,
  cached: 0,
  failed: 0,
});

/** The result of a run. */
export interface RlmResult<Value = unknown> extends RunResult<readonly REPLEntry[]> {
  /**
   * The answer as text, or null if there is none: `formatFinalAnswer(value)`, but the JSON of all of an object whose `answer` is
   * null or blank and that has other fields.
   */
  readonly answer: string | null;
  /** The answer as data, checked by the `schema` if there is one. */
  readonly value: Value | null;
  /** How the answer was given; null if there is none. */
  readonly source: AnswerSource | null;
  /** Each step: reasoning, code, output, sub-queries. `formatSteps` gives their text. */
  readonly steps: readonly REPLEntry[];
  readonly calls: RlmCalls;
  /** What each turn was worth, in their order; empty without the option `reward`. */
  readonly rewards: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
  /** The user's variables at the end, with `includeVariables`: data, or a description of what is not data. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** How much of the contexts was read, with `coverage`; absent where the account failed, with a diagnostic. */
  readonly coverage?: RlmCoverage;
  /** The result as plain data; an error is given by its code and message. */
  toJSON(): Record<string, unknown>;
}

/** The type of the answers that a run with this schema gives: `unknown` without one. */
export type SchemaOutput<Schema> = Schema extends StandardSchema ? OutputOf<Schema> : unknown;

import {
  fields,
  listOf,
  positiveNumber,
  rule,
  someText,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import { abortSignal, anyOf, callable, recordOf } from '@rlm/repl-types/internal';

import type { McpToolDefinition } from './definition.js';

/** A definition that needs a decision: it is not the one that was approved, or is new. */
export interface McpToolChange {
  readonly definition: McpToolDefinition;
  /** The hash that was approved; undefined for a tool that `pins` does not name. */
  readonly pinned: string | undefined;
}

/** How tools of a server are offered. */
export interface McpToolsOptions {
  /** The tools to offer, by the server's names. Default: all. */
  readonly include?: readonly string[] | undefined;
  /**
   * Which calls a person must approve: `true` all, `false` none, or a function that decides from the definition and the
   * input. The run then needs its option `approve`. Default: calls of every tool that does not say `readOnlyHint: true`
   * or `destructiveHint: false`. A server may lie about these: do not rely on them for a server that you do not trust.
   */
  readonly approve?:
    | boolean
    | ((definition: McpToolDefinition, input: unknown) => boolean | PromiseLike<boolean>)
    | undefined;
  /** Put before each name, such as `fs_`: letters, digits and `_`, at most 32. Default: nothing. */
  readonly prefix?: string | undefined;
  /**
   * The approved definitions: SHA-256 by the server's name, as `pins` of an earlier result. With it, a tool that is new
   * or has changed is refused, unless `approveDefinition` accepts it. Default: every definition is accepted, and pinned.
   */
  readonly pins?: Readonly<Record<string, string>> | undefined;
  /** Decides about each definition that is new or has changed, with `pins`. Default: refuses it. */
  readonly approveDefinition?:
    | ((change: McpToolChange) => boolean | PromiseLike<boolean>)
    | undefined;
  /** Time limit of one call, and of reading the list of tools, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Characters of JSON that one result may have. A longer one is an error. Default 1,000,000. */
  readonly maxResultChars?: number | undefined;
  /** Characters of JSON that one definition may have. A longer one is refused. Default 20,000. */
  readonly maxDefinitionChars?: number | undefined;
  /**
   * Characters of JSON that all definitions may have together: they are in each prompt. Those beyond it are refused.
   * Default 200,000.
   */
  readonly maxAllDefinitionChars?: number | undefined;
  /** Tools that the server may list. Default 256. */
  readonly maxTools?: number | undefined;
  /** Stops reading the list of tools. Default: none. */
  readonly abortSignal?: AbortSignal | undefined;
}

const prefixRule: OptionRule = rule(
  'letters, digits and "_", at most 32, the first no digit',
  (value) => typeof value === 'string' && /^(?:[A-Za-z_][A-Za-z0-9_]{0,31})?$/.test(value),
);

const pinRule: OptionRule = rule(
  'a SHA-256 in hexadecimal',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);

/** The rules of {@link McpToolsOptions}. */
export const optionRules = (): OptionRule =>
  fields<McpToolsOptions>({
    include: listOf(someText),
    approve: anyOf(trueOrFalse, callable),
    prefix: prefixRule,
    pins: recordOf(pinRule),
    approveDefinition: callable,
    timeoutMs: positiveNumber,
    maxResultChars: wholeNumber(1),
    maxDefinitionChars: wholeNumber(1),
    maxAllDefinitionChars: wholeNumber(1),
    maxTools: wholeNumber(1),
    abortSignal,
  });

import type { RlmOptions } from '@rlm/runner';
import type { RunStore } from '@rlm/journal';
import {
  fields,
  listOf,
  required,
  someText,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anyOf, anything, callable, shape, withMethods } from '@rlm/repl-types/internal';

import type { McpKeptQuestion, McpQuestion } from './question.js';

/** How questions are answered: the options of `runRlm`, without what a question brings. */
export type McpRunOptions = Omit<RlmOptions, 'context' | 'contexts'>;

/** Writes and reads what is kept with a run, if it is to be read by other programs too. */
export interface McpSpecs {
  /** The JSON to keep with a run (`spec` of `store.create`): never a text, never a key. */
  write(question: McpQuestion): unknown;
  /** The question of a kept run; undefined for a run that clients must not see. */
  read(
    spec: unknown,
    runId: string,
  ): McpKeptQuestion | undefined | Promise<McpKeptQuestion | undefined>;
}

/** The options of {@link createMcpServer}. */
export interface McpServerOptions {
  /**
   * How questions are answered: model, sandbox, limits, budget. The limits hold for each run; a client can only lower
   * them. A function is called with each question, also when its run is resumed.
   */
  readonly run:
    | McpRunOptions
    | ((question: McpQuestion) => McpRunOptions | PromiseLike<McpRunOptions>);
  /**
   * The folders whose files clients may ask about, with all that is below them. Default: those that the client names as
   * its roots. A client that names roots narrows these further.
   */
  readonly roots?: readonly string[] | undefined;
  /** The folders for a client that names no roots, without `roots`. Default: such a client may read nothing. */
  readonly defaultRoots?: readonly string[] | undefined;
  /** Whether the roots that a client names are ignored. It needs `roots`. Default false. */
  readonly ignoreClientRoots?: boolean | undefined;
  /** Keeps runs, for the tools `resume` and `runs` and as resources. Default: runs are not kept. */
  readonly store?: RunStore | undefined;
  /** What is kept with a run. Default: the question, the files and the limits, readable for this server alone. */
  readonly specs?: McpSpecs | undefined;
  /** Runs that are under way at the same time, over all clients. Default 2. */
  readonly maxConcurrentRuns?: number | undefined;
  /** Files of one question. Default 10,000. */
  readonly maxFiles?: number | undefined;
  /** Bytes of the files of one question. Default 67,108,864 (64 MiB). */
  readonly maxBytes?: number | undefined;
  /** How the server names itself. Default `rlm`. */
  readonly name?: string | undefined;
}

/** The rules of {@link McpServerOptions}. */
export const serverRules = (): OptionRule =>
  fields<McpServerOptions>({
    run: required(anyOf(shape('options of runRlm', { model: required(anything) }), callable)),
    roots: listOf(someText, 1),
    defaultRoots: listOf(someText, 1),
    ignoreClientRoots: trueOrFalse,
    store: withMethods('a store of @rlm/journal', ['create', 'open', 'list', 'read']),
    specs: withMethods('an object with write and read', ['write', 'read']),
    maxConcurrentRuns: wholeNumber(1),
    maxFiles: wholeNumber(1),
    maxBytes: wholeNumber(1),
    name: someText,
  });

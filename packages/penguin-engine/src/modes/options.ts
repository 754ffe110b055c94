import type { NamedTools, RunContext, RunOptions, Tool, ToolSet, EventHub } from '@rlm/kernel';
import { defaultMaxOutputChars } from '@rlm/kernel/internal';
import type { ModelLike, RequestMessage } from '@rlm/kernel/model';
import type { WalletGuard } from '@rlm/policies/guard';

import type { ActionProfile } from '../actions/types.js';
import type { Task } from '../task/task.js';
import type { EngineEvent } from './events.js';

/** How long a conversation may grow. */
export interface ContextWindowOptions {
  /** The maximum number of tokens of a request's messages. Default 100,000. */
  readonly maxTokens?: number | undefined;
  /**
   * Counts the tokens of one message. Default: the estimate that budgets use, which is a quarter of
   * its ASCII characters, one for each other UTF-16 unit, and 4.
   */
  readonly countTokens?: ((message: RequestMessage) => number) | undefined;
}

/** A message of a conversation: the AI SDK's `ModelMessage`, or the part of it that is read. */
export interface MessageLike {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly { readonly type: string }[];
}

/** Options of `runResponse`. Only `model`, and `prompt` or `messages`, have no default. */
export interface ResponseOptions extends RunOptions {
  /** An AI SDK model object, or a function from a request to a reply. */
  readonly model: ModelLike;
  /**
   * The current request of the user. Without it, the last of `messages` is the request, and must be
   * from the user.
   */
  readonly prompt?: string | undefined;
  /** The beginning of the system text; how to act and to finish follows. Default: nothing. */
  readonly system?: string | undefined;
  /**
   * The conversation so far, oldest first, in the form of the AI SDK's `ModelMessage`:
   * `result.messages` of the last run, or a result of the AI SDK's `convertToModelMessages`. Models
   * get text, calls and results; reasoning is left out, and files are refused. Default: none.
   */
  readonly messages?: readonly MessageLike[] | undefined;
  /**
   * The tools that the model may call, in addition to the finish tools: a list, a set, or tools by
   * name, as in the AI SDK (`{ search: tool({ ... }) }`). Default: none.
   */
  readonly tools?: ToolSet | readonly Tool[] | NamedTools | undefined;
  /** Whether the model may also call the tools natively. Default true. */
  readonly nativeTools?: boolean | undefined;
  /**
   * How many text actions run in one step, not counting finish tools. Default 1. Native calls have
   * no limit.
   */
  readonly maxActionsPerStep?: number | undefined;
  /**
   * How often per step the model is asked to continue a reply that its length limit cut off; the
   * pieces form one reply. Default 3.
   */
  readonly maxContinuations?: number | undefined;
  /** How text actions are read. Default `strict`. */
  readonly profile?: ActionProfile | undefined;
  /**
   * Ends runs that have silently finished or are stuck. Default `walletGuard()`; false: no guard.
   */
  readonly guard?: WalletGuard | false | undefined;
  /** Called once before each step; true stops the run. Default: never. */
  readonly shouldStop?: (() => boolean | Promise<boolean>) | undefined;
  /**
   * What happens to an action that a tool's result of this run contains verbatim. Default `deny`.
   */
  readonly onSuspectedInjection?: 'deny' | 'ask' | 'allow' | undefined;
  /** How long the conversation may grow. */
  readonly contextWindow?: ContextWindowOptions | undefined;
  /** A hub that receives every event of the run as well. Default: none. */
  readonly events?: EventHub<EngineEvent> | undefined;
  /** Makes this a child of the run with this context: it shares that run's budget. */
  readonly parent?: RunContext | undefined;
}

/** Options of `runTask`. */
export interface TaskOptions extends ResponseOptions {
  /**
   * The name of the task, and what else the model should know; or a `Task` that is `active` or
   * `running`: made by `createTask`, or the `task` of an earlier result that a person rejected.
   * `result.task` returns it.
   */
  readonly task?: TaskInput | undefined;
  /**
   * `wait`: a run with a journal that has finished waits until a person has reviewed it. It ends as
   * `pending_review`, and its process may end. `decide(store, id, { key, value: { approved: true }
   * })` completes it at the next resume. With `{ approved: false, reason }` the model reads the
   * reason and works on. Default: a finish ends the run.
   */
  readonly review?: 'wait' | undefined;
}

/** A task as `runTask` accepts it: a `Task`, or the fields of one that are known. */
export interface TaskInput {
  /** Default: the run's id. */
  readonly id?: string | undefined;
  /** Default: the first line of the prompt, cut at 80 characters. */
  readonly name?: string | undefined;
  readonly status?: Task['status'] | undefined;
  readonly progress?: number | undefined;
  readonly history?: Task['history'] | undefined;
  /** What the model should know in addition to the prompt. Default: nothing. */
  readonly context?: string | Readonly<Record<string, unknown>> | undefined;
}

/** The defaults of the modes' options, in one table. */
export const engineDefaults: {
  readonly maxSteps: number;
  readonly maxActionsPerStep: number;
  readonly maxContinuations: number;
  readonly profile: ActionProfile;
  readonly onSuspectedInjection: 'deny' | 'ask' | 'allow';
  readonly nativeTools: boolean;
  /** In UTF-16 units. */
  readonly maxOutputChars: number;
  readonly maxContextTokens: number;
} = Object.freeze({
  maxSteps: 100,
  maxActionsPerStep: 1,
  maxContinuations: 3,
  profile: 'strict',
  onSuspectedInjection: 'deny',
  nativeTools: true,
  maxOutputChars: defaultMaxOutputChars,
  maxContextTokens: 100_000,
});

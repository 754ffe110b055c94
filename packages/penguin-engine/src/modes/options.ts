import type { NamedTools, RunContext, RunOptions, Tool, ToolSet } from '@rlm/kernel';
import type { EventHub } from '@rlm/kernel/internal';
import { defaultMaxOutputChars } from '@rlm/kernel/tools/internal';
import type { ModelLike, RequestMessage } from '@rlm/kernel/model';
import type { WalletGuard } from '@rlm/policies';

import type { ActionProfile } from '../actions/types.js';
import type { Task } from '../task/task.js';
import type { EngineEvent } from './events.js';

/** How long a conversation may grow. */
export interface ContextWindowOptions {
  /** The most tokens that a request's messages may take. Default 100,000. */
  readonly maxTokens?: number | undefined;
  /** Counts one message. Default: the estimate that budgets use, a quarter of its ASCII characters, one for any other UTF-16 unit, and 4. */
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
  /** What the user asks: the current request. Without it, the last of `messages` is, which must be from the user. */
  readonly prompt?: string | undefined;
  /** What the system text begins with; how to act and to finish follows. Default: nothing. */
  readonly system?: string | undefined;
  /**
   * The conversation so far, oldest first, in the form of the AI SDK's `ModelMessage`: `result.messages` of the last run, or what
   * `convertToModelMessages` of the AI SDK gives. Models get text, calls and results; reasoning is left out, files are refused. Default: none.
   */
  readonly messages?: readonly MessageLike[] | undefined;
  /**
   * What the model may call, beside the finish tools: a list, a set, or tools by name, as the AI SDK has them
   * (`{ search: tool({ ... }) }`). Default: none.
   */
  readonly tools?: ToolSet | readonly Tool[] | NamedTools | undefined;
  /** Whether the tools are offered for native calls too. Default true. */
  readonly nativeTools?: boolean | undefined;
  /** Text actions that run in one step, finish tools not counted. Default 1. Native calls have no limit. */
  readonly maxActionsPerStep?: number | undefined;
  /** How often in one step a reply that its length limit cut off is asked to go on; its pieces are one reply. Default 3. */
  readonly maxContinuations?: number | undefined;
  /** How text actions are read. Default `strict`. */
  readonly profile?: ActionProfile | undefined;
  /** What ends runs that have silently finished or got stuck. Default `walletGuard()`; false: nothing. */
  readonly guard?: WalletGuard | false | undefined;
  /** Asked once before each step; true stops the run. Default: never. */
  readonly shouldStop?: (() => boolean | Promise<boolean>) | undefined;
  /** What becomes of an action that stands verbatim in a tool's result of this run. Default `deny`. */
  readonly onSuspectedInjection?: 'deny' | 'ask' | 'allow' | undefined;
  /** How long the conversation may grow. */
  readonly contextWindow?: ContextWindowOptions | undefined;
  /** Every event of the run is published here too. Default: nowhere. */
  readonly events?: EventHub<EngineEvent> | undefined;
  /** Makes this a child of the run whose context it is: it shares that run's budget. */
  readonly parent?: RunContext | undefined;
}

/** Options of `runTask`. */
export interface TaskOptions extends ResponseOptions {
  /**
   * What the task is called, and what else the model should know; or a `Task` that is `active` or `running`: made by
   * `createTask`, or the `task` of an earlier result that a person rejected. It comes back in `result.task`.
   */
  readonly task?: TaskInput | undefined;
  /**
   * `wait`: a run with a journal that has finished is not over until a person has reviewed it. It ends as `pending_review`, and its
   * process may end; `decide(store, id, { key, value: { approved: true } })` completes it at the next resume, and with
   * `{ approved: false, reason }` the model is told the reason and works on. Default: a finish ends the run.
   */
  readonly review?: 'wait' | undefined;
}

/** A task as `runTask` takes it: a `Task`, or as much of one as is known. */
export interface TaskInput extends Partial<Task> {
  /** Default: the run's id. */
  readonly id?: string;
  /** Default: the first line of the prompt, cut at 80 characters. */
  readonly name?: string;
  /** What the model should know beside the prompt. Default: nothing. */
  readonly context?: string | Readonly<Record<string, unknown>>;
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
} = /* @__PURE__ */ Object.freeze({
  maxSteps: 100,
  maxActionsPerStep: 1,
  maxContinuations: 3,
  profile: 'strict',
  onSuspectedInjection: 'deny',
  nativeTools: true,
  maxOutputChars: defaultMaxOutputChars,
  maxContextTokens: 100_000,
});

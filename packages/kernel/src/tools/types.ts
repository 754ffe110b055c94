import type { ModelMessage } from '../contract/model-message.js';
import type { FinishOutcome } from './finish-outcome.js';
import type { StandardSchema } from './standard-schema.js';

/** What a tool may know and use of the call that it serves. */
export interface ToolContext {
  /** The name under which it was called. */
  readonly action: string;
  /** Unique within the run. */
  readonly callId: string;
  /** The run that the call belongs to. */
  readonly runId: string;
  /** The turn under way, from 1. */
  readonly step: number;
  /** The same for every attempt at this call, in a run that is resumed too, and of no other call: for services that take such keys. */
  readonly idempotencyKey: string;
  /** Aborted when the run is, or when the call takes too long. */
  readonly abortSignal: AbortSignal;
  /**
   * The conversation that led to the call, in the form of the AI SDK, without system text: in `runRlm` the question alone, in an action
   * that belongs to no run nothing.
   */
  messages(): Promise<ModelMessage[]>;
  /**
   * Says out of band how the work ended; the last value given counts. In `runTask` and `runResponse` it ends the run only if the
   * tool is the mode's terminator. In an RLM run, where every tool is code's to call, it ends the run as FINAL does: with the
   * summary, or the tool's value where there is none.
   */
  finish(outcome: FinishOutcome): void;
}

/** A call that a rule decides about. */
export type ApprovalCall = Pick<ToolContext, 'callId' | 'messages'>;

/** An output, as `toModelOutput` of the AI SDK gets it. */
export interface ToolOutput {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** Whether a person must agree before a call. */
export type ApprovalRule = (input: unknown) => boolean;

/** A tool: what a model may call, and what is done then. Made by `defineTool`; frozen. */
export interface Tool {
  /** What the model calls it by. */
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** Checks the input; without it the tool gets the text body. */
  readonly input?: StandardSchema;
  /** JSON Schema of the input, as models with native tool calls are shown it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Ends a call after this time, in milliseconds. Default: no bound. */
  readonly timeoutMs?: number;
  /** Decides by the checked input whether a person must agree. Default: nobody is asked. */
  readonly approval?: (input: unknown, call: ApprovalCall) => boolean | PromiseLike<boolean>;
  /**
   * What a model is shown of the output, as `toModelOutput` of the AI SDK: `{ type: 'text', value }`, `json`, `error-text`, `error-json`
   * or `content`. Code in a REPL gets the output itself. Default: the output.
   */
  readonly toModelOutput?: (output: ToolOutput) => unknown;
  /**
   * Whether a call may be carried out again when it is not known how far it came. With `false`, a run with a journal that was
   * killed in the midst of a call does not make it again: the model is told that it may have happened. Default true.
   */
  readonly repeatable?: boolean;
  /** Whether `execute` gets what came, unread: the text body, or the arguments of a native call. */
  readonly isRaw?: boolean;
  /**
   * Text is given to the model as it is, anything else as JSON. A throw becomes a result with the status
   * `error`.
   */
  readonly execute: (input: never, context: ToolContext) => unknown;
}

/** Tools whose names are unique, in their order. */
export interface ToolSet extends Iterable<Tool> {
  /** The names, in order. */
  readonly names: readonly string[];
  /** The tool of a name, or undefined. */
  get(name: string): Tool | undefined;
}

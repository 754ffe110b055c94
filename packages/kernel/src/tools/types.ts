import type { ModelMessage } from '../contract/model-message.js';
import type { FinishOutcome } from './finish-outcome.js';
import type { StandardSchema } from './standard-schema.js';

/** What a tool may know and use of the call that it serves. */
export interface ToolContext {
  /** The name that the call used. */
  readonly action: string;
  /** Unique within the run. */
  readonly callId: string;
  /** The run that the call belongs to. */
  readonly runId: string;
  /** The current step, from 1. */
  readonly step: number;
  /**
   * The same for every attempt at this call, also in a resumed run, and different for every other
   * call: for services that accept such keys.
   */
  readonly idempotencyKey: string;
  /** Aborted when the run is, or when the call takes too long. */
  readonly abortSignal: AbortSignal;
  /**
   * The conversation before the call, in the form of the AI SDK and without system text. In
   * `runRlm` it is only the question; outside a run it is empty.
   */
  messages(): Promise<ModelMessage[]>;
  /**
   * Reports out of band how the work ended; the last report counts. In `runTask` and `runResponse`
   * it ends the run only if the tool is the mode's terminator. In an RLM run, where code may call
   * every tool, it ends the run as FINAL does: with the summary, or with the tool's value if there
   * is no summary.
   */
  finish(outcome: FinishOutcome): void;
}

/** A call that an approval rule decides about. */
export type ApprovalCall = Pick<ToolContext, 'callId' | 'messages'>;

/** An output in the form that `toModelOutput` of the AI SDK receives. */
export interface ToolOutput {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** Whether a person must approve a call. */
export type ApprovalRule = (input: unknown) => boolean;

/** A tool: what a model may call, and what the call does. Made by `defineTool`; frozen. */
export interface Tool {
  /** The name that the model uses. */
  readonly name: string;
  /** A text for the model. */
  readonly description: string;
  /** Checks the input; without it, the tool receives the body as text. */
  readonly input?: StandardSchema | undefined;
  /** JSON Schema of the input, for models with native tool calls. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Time limit of a call, in milliseconds. Default: none. */
  readonly timeoutMs?: number | undefined;
  /**
   * Decides from the checked input whether a person must approve the call. Default: no approval.
   */
  readonly approval?:
    | ((input: unknown, call: ApprovalCall) => boolean | PromiseLike<boolean>)
    | undefined;
  /**
   * Converts the output for the model, as `toModelOutput` of the AI SDK does: `{ type: 'text',
   * value }`, `json`, `error-text`, `error-json` or `content`. Code in a REPL receives the output
   * itself. Default: the output.
   */
  readonly toModelOutput?: ((output: ToolOutput) => unknown) | undefined;
  /**
   * Whether a call may be repeated if it is unknown how far it got. With `false`, a resumed run
   * does not repeat a call during which it was killed: the model learns that the call may have
   * happened. Default true.
   */
  readonly repeatable?: boolean | undefined;
  /**
   * Whether `execute` receives its input unparsed: the text body, or the arguments of a native
   * call.
   */
  readonly isRaw?: boolean | undefined;
  /**
   * Performs a call. Its result goes to the model as it is if it is text, else as JSON. An error
   * that it throws becomes a result with the status `error`.
   */
  readonly execute: (input: never, context: ToolContext) => unknown;
}

/** Tools with unique names, in order. */
export interface ToolSet extends Iterable<Tool> {
  /** The names, in order. */
  readonly names: readonly string[];
  /** The tool with this name, or undefined. */
  get(name: string): Tool | undefined;
}

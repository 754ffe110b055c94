import type { StandardSchema } from '@rlm/penguin-engine';

/** What a tool is told of the call that it serves. */
export interface RlmToolContext {
  readonly runId: string;
  /** Identifies the call among those of its run. */
  readonly callId: string;
  /** Aborted when the cell that made the call ends, times out or is aborted, or the run is. */
  readonly abortSignal: AbortSignal;
}

/**
 * A function of yours that code in the REPL may call by its name: what `defineTool` of
 * `@rlm/penguin-engine` makes, or any object of this shape. A rejection is a catchable exception there.
 */
export interface RlmTool {
  /** The function's name in the REPL: an identifier that no REPL function has. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description: string;
  /** Checks the argument. Without it, `execute` gets the argument as it came. */
  readonly input?: StandardSchema | undefined;
  execute(input: never, context: RlmToolContext): unknown;
}

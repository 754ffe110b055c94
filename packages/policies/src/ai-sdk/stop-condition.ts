/** One step of a loop, as the AI SDK's stop conditions see it: the fields that they share with ours. */
export interface LoopStep {
  /** What the model wrote. */
  readonly text: string;
  /** The tools that were called. */
  readonly toolCalls: readonly { readonly toolName: string; readonly input?: unknown }[];
  /** What the tools answered. */
  readonly toolResults: readonly {
    readonly toolName: string;
    readonly input?: unknown;
    readonly output?: unknown;
  }[];
  /** Tokens of the step, where they are known. */
  readonly usage?: { readonly totalTokens?: number | undefined } | undefined;
}

/** Any function of the steps so far that says whether to stop: a stop condition of the AI SDK is one. */
export type StopCondition = {
  // A method's parameters are checked both ways, so that conditions over richer steps fit, too.
  condition(options: { steps: LoopStep[] }): boolean | PromiseLike<boolean>;
}['condition'];

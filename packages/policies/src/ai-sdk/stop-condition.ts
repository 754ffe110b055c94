/** One step of a loop, as the AI SDK's stop conditions see it: the fields that its steps share with ours. */
export interface LoopStep {
  /** What the model wrote. */
  readonly text: string;
  /** The tools that were called. */
  readonly toolCalls: readonly { readonly toolName: string; readonly input?: unknown }[];
  /** The results of the tools. */
  readonly toolResults: readonly {
    readonly toolName: string;
    readonly input?: unknown;
    readonly output?: unknown;
  }[];
  /** Tokens of the step, if known. */
  readonly usage?: { readonly totalTokens?: number | undefined } | undefined;
}

/** A function of the steps so far that says whether to stop. The AI SDK's stop conditions are such functions. */
export type StopCondition = {
  // The parameters of a method are checked in both directions, so conditions over richer steps fit too.
  condition(options: { steps: LoopStep[] }): boolean | PromiseLike<boolean>;
}['condition'];

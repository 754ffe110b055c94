/** The tokens of a step. */
export interface StepUsage {
  readonly totalTokens?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined } | undefined;
}

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
  /** Tokens of the step, as far as they are known. */
  readonly usage?: StepUsage | undefined;
  /** The model of the step, whose price is looked up. */
  readonly model?: { readonly modelId: string } | undefined;
}

/** A function of the steps so far that says whether to stop. The AI SDK's stop conditions are such functions. */
export type StopCondition = {
  // The parameters of a method are checked in both directions, so conditions over richer steps fit too.
  condition(options: { steps: LoopStep[] }): boolean | PromiseLike<boolean>;
}['condition'];

/**
 * What kind of nondeterministic input an effect is: a protocol's own word, such as `clock`, `random`,
 * `decision` or `context`. It is part of the effect's key.
 */
type EffectKind = string;

/** One nondeterministic input: what it asks for, and how to get it when it was not recorded. */
export interface Effect<T> {
  readonly kind: EffectKind;
  /** What identifies it: plain data. Its key is content, never call order (design, section 8). */
  readonly input: unknown;
  /** The queue it waits in: calls of one lane, at one depth, share a bound on concurrency. Default: its kind. */
  readonly lane?: string;
  /** Gets the result. May be called again after an error that `isRetryable` accepts. */
  readonly perform: (abortSignal: AbortSignal) => Promise<T>;
  readonly abortSignal?: AbortSignal;
  /** Ends one attempt after this time, with an `EffectTimeoutError`. */
  readonly timeoutMs?: number;
  /** The option that `timeoutMs` comes from, as the caller's program calls it: the error names it. */
  readonly timeoutOption?: string;
}

/**
 * The seam through which every nondeterministic input passes. Retries and rate limits sit below it: an
 * effect has one final outcome. Results are delivered one at a time, in the order in which they came;
 * between two deliveries the code that waits for them runs until it is idle (design, section 8).
 */
export interface EffectSeam {
  run<T>(effect: Effect<T>): Promise<T>;
}

/** An effect with its place in a tree of runs. */
export interface PlacedEffect<T> extends Effect<T> {
  readonly runId: string;
  readonly depth: number;
  readonly step: number;
  /** `run/step/kind/sha256(kind, input)#occurrence`; empty unless the executor is `keyed`. */
  readonly key: string;
}

/** Performs effects: in this process, from a journal, on another machine. */
export interface EffectExecutor {
  /** Whether effects come with their keys, which cost a hash of their input each. Default false. */
  readonly keyed?: boolean;
  /** The one final outcome of an effect. */
  execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T>;
}

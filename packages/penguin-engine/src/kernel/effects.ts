/** The nondeterministic inputs of a run. */
export type EffectKind =
  'model' | 'sub-query' | 'tool' | 'clock' | 'random' | 'decision' | 'context';

/** One nondeterministic input: what it asks for, and how it is found out when nobody recorded it. */
export interface Effect<T> {
  readonly kind: EffectKind;
  /** What identifies it: plain data. Its key is content, never call order (design, section 8). */
  readonly input: unknown;
  /** The queue it waits in: calls of one lane share a bound on concurrency. Default: its kind. */
  readonly lane?: string;
  /** Finds the result out. May be called again after a fault that `isRetryable` accepts. */
  readonly perform: (abortSignal: AbortSignal) => Promise<T>;
  readonly abortSignal?: AbortSignal;
  /** Ends one attempt after this time, with a typed error. */
  readonly timeoutMs?: number;
}

/**
 * The seam through which every nondeterministic input passes. Retries and rate limits sit below it: an
 * effect has one final outcome.
 */
export interface EffectSeam {
  run<T>(effect: Effect<T>): Promise<T>;
}

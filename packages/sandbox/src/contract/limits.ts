/** What a session may use; every limit is finite. */
export interface SandboxLimits {
  /** Time of one cell, without the time in host calls. */
  readonly cellMs: number;
  /** Time between the soft interrupt and the kill. */
  readonly graceMs: number;
  /** Time of one host call. */
  readonly hostCallMs: number;
  /** Time of all cells of the session together. */
  readonly sessionMs: number;
  /** Memory of the guest. The default leaves room for a context of 100 MB in any script and for work on it. */
  readonly memoryBytes: number;
  /** Characters of output that a result keeps; head and tail are kept, the rest is counted. */
  readonly outputChars: number;
  /** Size of one value that crosses the border, as JSON text in bytes. */
  readonly valueBytes: number;
  /** Nesting of a value that crosses the border. */
  readonly valueDepth: number;
  /** Host calls of one session. */
  readonly hostCalls: number;
  /** Host calls that run at the same time. */
  readonly concurrency: number;
}

/** The limits of a session that names none. */
export const defaultLimits: SandboxLimits = Object.freeze({
  cellMs: 30_000,
  graceMs: 1_000,
  hostCallMs: 300_000,
  sessionMs: 3_600_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputChars: 20_000,
  valueBytes: 64 * 1024 * 1024,
  valueDepth: 100,
  hostCalls: 10_000,
  concurrency: 16,
});

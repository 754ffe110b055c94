import { fields, wholeNumber, type OptionRule } from '@rlm/repl-types/options';
import { maxTimerMs, numberFrom } from '@rlm/repl-types/internal';

/** The resources that a session may use; every limit is finite. */
export interface SandboxLimits {
  /** Time of one cell, without the time in host calls. */
  readonly cellMs: number;
  /** Time between the soft interrupt and the kill. By default so little that a call ends within a second of its time-out. */
  readonly graceMs: number;
  /**
   * Time of one host call. A result within `graceMs` after its signal is aborted still counts. Times may be up to
   * 2,147,483,647 ms, nearly 25 days, for functions with their own deadlines or that wait for people.
   */
  readonly callTimeoutMs: number;
  /** Time of all cells of the session together. */
  readonly sessionTimeoutMs: number;
  /** Memory of the child. The default leaves room for a context of 100 MB in any script and for work on it. */
  readonly memoryBytes: number;
  /** Characters (code points) of each stream of a cell that a result keeps; head and tail are kept, the rest is counted. */
  readonly maxOutputChars: number;
  /**
   * Size, as JSON text in bytes, of one value that leaves the child or that a host function returns to it. Also limits
   * the arguments of all calls that wait for the host together. Values that `set` assigns are limited only by
   * `memoryBytes`.
   */
  readonly maxValueBytes: number;
  /** Nesting of such a value, and of one that `set` assigns. */
  readonly maxValueDepth: number;
  /** Parts of such a value: scalars, lists, objects and keys; a number counts once more for every 25 of its characters. */
  readonly maxValueNodes: number;
  /** Characters of one number in such a value. */
  readonly maxValueDigits: number;
  /** Host calls of one session. */
  readonly maxHostCalls: number;
  /** Host calls that run at the same time. */
  readonly maxConcurrentCalls: number;
  /** Host calls that wait for their answers at the same time; further ones wait in the child. */
  readonly maxPendingCalls: number;
}

/** Limits of a session that differ from {@link defaultLimits}. */
export type LimitOptions = {
  readonly [Name in keyof SandboxLimits]?: SandboxLimits[Name] | undefined;
};

const time = numberFrom(0, maxTimerMs);
const amount = numberFrom(0, Number.MAX_SAFE_INTEGER);

/** The rule for an option that takes limits of a session: each a finite number from 0. */
export const sandboxLimitsRule: OptionRule = fields<LimitOptions>({
  cellMs: time,
  graceMs: time,
  callTimeoutMs: time,
  sessionTimeoutMs: time,
  memoryBytes: amount,
  maxOutputChars: amount,
  maxValueBytes: amount,
  maxValueDepth: amount,
  maxValueNodes: amount,
  maxValueDigits: amount,
  maxHostCalls: amount,
  maxConcurrentCalls: wholeNumber(1),
  maxPendingCalls: wholeNumber(1),
});

/**
 * The default limits of a session. Those of values keep the host's thread busy for less than 100 ms with one value: on
 * a machine that parses 1 MB of JSON in 11 ms, 100,000 different keys take 45 ms, and 8 MiB of escapes 25 ms.
 */
export const defaultLimits: SandboxLimits = Object.freeze({
  cellMs: 30_000,
  graceMs: 750,
  callTimeoutMs: 300_000,
  sessionTimeoutMs: 3_600_000,
  memoryBytes: 1024 * 1024 * 1024,
  maxOutputChars: 20_000,
  maxValueBytes: 8 * 1024 * 1024,
  maxValueDepth: 100,
  maxValueNodes: 100_000,
  maxValueDigits: 4_300,
  maxHostCalls: 10_000,
  maxConcurrentCalls: 16,
  maxPendingCalls: 256,
});

/**
 * Characters of a cell's output that the child keeps as `_out`: a million, and less in a small memory, since the text
 * and its parts are there at once.
 */
export function wholeOutputChars({ memoryBytes }: SandboxLimits): number {
  return Math.min(1_000_000, Math.floor(memoryBytes / 64));
}

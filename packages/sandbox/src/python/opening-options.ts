import type { ChildOptions } from '../contract/backend.js';
import { wholeOutputChars } from '../contract/limits.js';
import { reserveBytes } from './memory-reserve.js';

/** The options of `opening.py`: the session's limits that the guest enforces, and the names that it defines. */
export function openingOptions({
  limits,
  functions,
  dialects,
  acceptsNull = false,
  seed,
}: Pick<ChildOptions, 'limits' | 'functions' | 'dialects' | 'acceptsNull' | 'seed'>): Readonly<
  Record<string, unknown>
> {
  const tail = Math.floor(limits.maxOutputChars / 2);
  return {
    maxValueDepth: limits.maxValueDepth,
    maxValueBytes: limits.maxValueBytes,
    maxValueNodes: limits.maxValueNodes,
    maxValueDigits: limits.maxValueDigits,
    maxPendingCalls: limits.maxPendingCalls,
    head: limits.maxOutputChars - tail,
    tail,
    whole: wholeOutputChars(limits),
    reserve: reserveBytes,
    dialects,
    acceptsNull,
    functions,
    seed,
  };
}

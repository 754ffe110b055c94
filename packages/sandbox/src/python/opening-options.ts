import type { EngineStart } from '../contract/engine.js';
import { reserveBytes } from './memory-reserve.js';

/** The options of `opening.py`: the session's limits that the guest enforces, and the names that it defines. */
export function openingOptions({
  limits,
  functions,
  dialects,
  seed,
}: EngineStart): Readonly<Record<string, unknown>> {
  const tail = Math.floor(limits.outputChars / 2);
  return {
    valueDepth: limits.valueDepth,
    valueBytes: limits.valueBytes,
    valueNodes: limits.valueNodes,
    valueDigits: limits.valueDigits,
    head: limits.outputChars - tail,
    tail,
    reserve: reserveBytes,
    dialects,
    functions,
    seed,
  };
}

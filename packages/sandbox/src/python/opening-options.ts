import type { EngineStart } from '../contract/engine.js';
import { reserveBytes } from './memory-reserve.js';

/** What `opening.py` takes: the limits of a session as the guest keeps them, and the names that it defines. */
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

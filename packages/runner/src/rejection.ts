import { LimitReachedError, RunFailedError } from './errors.js';
import type { RlmResult } from './result.js';

/** When a caller wants an exception instead of a result. */
export interface RejectionOptions {
  readonly throwOnLimit?: boolean | undefined;
  readonly throwOnFailure?: boolean | undefined;
}

/** The error with which `result` rejects, as the caller has asked; undefined where it resolves. */
export function rejectionOf(options: RejectionOptions, result: RlmResult): unknown {
  if (result.finishReason === 'suspended') return undefined;
  if (options.throwOnLimit === true && isLimit(result)) return new LimitReachedError(result);
  if (options.throwOnFailure === true && result.answer === null) return new RunFailedError(result);
  return undefined;
}

function isLimit({ finishReason }: RlmResult): boolean {
  switch (finishReason) {
    case 'final':
    case 'aborted':
    case 'error':
    case 'policy':
    case 'guard':
    case 'stopped':
      return false;
    default:
      return true;
  }
}

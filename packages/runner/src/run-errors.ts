import type { RunErrorClass } from '@rlm/kernel';
import {
  RunFailedError as KernelRunFailedError,
  RunLimitError as KernelRunLimitError,
} from '@rlm/kernel/internal';

import type { RlmResult } from './result.js';

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`): the class of `@rlm/kernel`, with an `RlmResult`. */
export const RunLimitError: RunErrorClass<RunLimitError> = KernelRunLimitError;
/** An instance of the class. */
export type RunLimitError = KernelRunLimitError<RlmResult>;

/**
 * A run ended without an answer, and its caller asked for an error then (`throwOnFailure`): the class of `@rlm/kernel`, with an
 * `RlmResult`.
 */
export const RunFailedError: RunErrorClass<RunFailedError> = KernelRunFailedError;
/** An instance of the class. */
export type RunFailedError = KernelRunFailedError<RlmResult>;

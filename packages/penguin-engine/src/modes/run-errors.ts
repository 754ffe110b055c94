import type { RunErrorClass } from '@rlm/kernel';
import {
  RunFailedError as KernelRunFailedError,
  RunLimitError as KernelRunLimitError,
} from '@rlm/kernel/internal';

import type { EngineResult } from './result.js';

/**
 * Thrown when a limit ended a run and its caller asked for an error (`throwOnLimit`): the class of
 * `@rlm/kernel`, with an `EngineResult`.
 */
export const RunLimitError: RunErrorClass<RunLimitError> = KernelRunLimitError;
/** An instance of the class. */
export type RunLimitError = KernelRunLimitError<EngineResult>;

/**
 * Thrown when a run ended without an answer and its caller asked for an error (`throwOnFailure`):
 * the class of `@rlm/kernel`, with an `EngineResult`.
 */
export const RunFailedError: RunErrorClass<RunFailedError> = KernelRunFailedError;
/** An instance of the class. */
export type RunFailedError = KernelRunFailedError<EngineResult>;

import {
  RunFailedError as KernelRunFailedError,
  RunLimitError as KernelRunLimitError,
  type RunErrorClass,
} from '@rlm/kernel';

import type { EngineResult } from './result.js';

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`): the class of `@rlm/kernel`, with an `EngineResult`. */
export const RunLimitError: RunErrorClass<RunLimitError> = KernelRunLimitError;
export type RunLimitError = KernelRunLimitError<EngineResult>;

/**
 * A run ended without an answer, and its caller asked for an error then (`throwOnFailure`): the class of `@rlm/kernel`, with an
 * `EngineResult`.
 */
export const RunFailedError: RunErrorClass<RunFailedError> = KernelRunFailedError;
export type RunFailedError = KernelRunFailedError<EngineResult>;

import { RlmError } from '@rlm/repl-types';

import type { EngineResult } from './result.js';

/** A run failed whose caller asked for an error then (`throwOnFailure`). */
export class EngineFailureError extends RlmError<
  'engine_failure',
  { readonly result: EngineResult }
> {
  static override readonly className: string = 'EngineFailureError';

  constructor(result: EngineResult) {
    const reason = result.error === undefined ? '' : `: ${result.error}`;
    super(`The run ended with ${result.status}${reason}`, {
      code: 'engine_failure',
      details: { result },
    });
  }
}

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`). */
export class EngineLimitError extends RlmError<'engine_limit', { readonly result: EngineResult }> {
  static override readonly className: string = 'EngineLimitError';

  constructor(result: EngineResult) {
    super(`The run ended with ${result.status} after ${result.iterations} iterations`, {
      code: 'engine_limit',
      details: { result },
    });
  }
}

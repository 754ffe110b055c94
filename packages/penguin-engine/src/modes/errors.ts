import { RlmError } from '@rlm/repl-types';

import type { EngineResult } from './result.js';

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`). */
export class EngineLimitError extends RlmError<'engine_limit', { readonly result: EngineResult }> {
  override readonly name: string = 'EngineLimitError';

  constructor(result: EngineResult) {
    super(`The run ended with ${result.status} after ${result.iterations} iterations`, {
      code: 'engine_limit',
      details: { result },
    });
  }
}

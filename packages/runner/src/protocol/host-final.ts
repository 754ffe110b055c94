import type { RunContext } from '@rlm/kernel';
import { finalSignalOf, loadOnce } from '@rlm/repl-types/internal';

import type { RlmState } from '../run/state.js';
import type { FinalOutcome } from './end-by-final.js';

const ending = /* @__PURE__ */ loadOnce(() => import('./end-by-final.js'));

/**
 * Ends a run whose host code called FINAL outside a cell: in a model function, or while a summary
 * was made. If something other than a final was thrown, throws it again; throws an `RlmError`
 * (`final_refused`) for an answer that the run cannot accept.
 */
export async function endByHost(
  thrown: unknown,
  state: RlmState,
  context: RunContext,
): Promise<FinalOutcome> {
  const signal = finalSignalOf(thrown);
  if (signal === undefined) throw thrown;
  return (await ending()).endByFinal(signal, state, context);
}

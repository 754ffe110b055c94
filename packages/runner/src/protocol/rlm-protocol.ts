import type { Protocol } from '@rlm/penguin-engine/kernel';

import type { RlmEventBody } from '../events.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import type { RlmAnswer } from '../turn/accept-final.js';
import { concludeRun } from './conclude-run.js';
import { openRun, type OpenHost } from './open-run.js';
import type { RlmRecord, RlmState } from '../state.js';
import { stepRun } from './step-run.js';

/** The RLM as a protocol of the kernel. */
export type RlmProtocol = Protocol<undefined, RlmState, RlmAnswer, RlmEventBody>;

/** The protocol of one run. `record` is filled while it runs; `openHost` gives its session. */
export function rlmProtocol(plan: RlmPlan, record: RlmRecord, openHost: OpenHost): RlmProtocol {
  return {
    name: 'rlm',
    open: (_, context) => openRun(plan, record, context, openHost),
    step: (state, context) => stepRun(state, record, context),
    conclude: (state, stop, context) => concludeRun(state, stop, record, context),
    variables: previewsOf,
    close: (state) => state.host.close(),
  };
}

/** The user's variables as policies see them: each by its preview, as it would be printed. */
function previewsOf({ variables }: RlmState): Readonly<Record<string, string>> {
  return Object.freeze(
    Object.fromEntries([...variables].map(([name, { preview }]) => [name, preview])),
  );
}

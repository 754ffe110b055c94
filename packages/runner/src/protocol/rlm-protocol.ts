import { definedFields } from '@rlm/repl-types/internal';
import type { Protocol } from '@rlm/kernel';

import type { RlmEventBody } from '../run/events.js';
import type { RlmAnswer } from '../turn/answer.js';
import { closeCoverage } from './coverage-steps.js';
import { headOf } from './head.js';
import { openRun, type RlmInput } from './open-run.js';
import type { RlmState } from '../run/state.js';
import { stepRun } from './step-run.js';
import { wrapUpRun } from './wrap-up-run.js';

/** The RLM as a protocol of the kernel. */
export const rlmProtocol: Protocol<RlmInput, RlmState, RlmAnswer, RlmEventBody> = {
  name: 'rlm',
  head: headOf,
  open: openRun,
  step: stepRun,
  wrapUp: wrapUpRun,
  idle: ({ host }) => (host.isReady ? host.session.idle() : undefined),
  variables: previewsOf,
  metrics: ({ scope }) => definedFields({ coverage: scope.coverage?.figures?.fraction }),
  close: async (state) => {
    await closeCoverage(state);
    await state.host.close();
  },
};

/** The user's variables as policies see them: each by its preview, as it would be printed. */
function previewsOf({ variables }: RlmState): Readonly<Record<string, string>> {
  return Object.freeze(
    Object.fromEntries([...variables].map(([name, { preview }]) => [name, preview])),
  );
}

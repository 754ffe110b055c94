import type { RequestMessage } from '@rlm/kernel/model';
import type { REPLHistory } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox/internal';

import type { RlmCoverage } from '../reading/coverage.js';
import type { Transcript } from './transcript-turn.js';
import type { RlmPlan } from './rlm-plan.js';
import type { QueryScope } from './query-scope.js';
import type { SessionHost } from './session-host.js';

/** The state of a run. A step changes it once, at its end; the result is made of it. */
export interface RlmState {
  readonly plan: RlmPlan;
  readonly host: SessionHost;
  readonly scope: QueryScope;
  /** The system prompt and the question. */
  readonly opening: readonly RequestMessage[];
  transcript: Transcript;
  /** The last reply, where it was one with code: such a text is no answer. */
  codeReply: string | null;
  /** The user's variables, as they were last seen. */
  variables: ReadonlyMap<string, SessionVariable>;
  /** Names that blocks were to set which stopped before. */
  unset: ReadonlySet<string>;
  /** The turns as the result lists them. */
  history: REPLHistory;
  /** The values of the user's variables at the end of the run, where the result is to have them. */
  lastValues: Readonly<Record<string, unknown>> | null;
  /** What was read of the contexts, once the run is over; null where nobody asks, or where that failed. */
  coverage: RlmCoverage | null;
}

import type { PromptRoom } from '@rlm/kernel/internal';
import type { RequestMessage } from '@rlm/kernel/model';
import type { REPLHistory } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';

import type { RlmCoverage } from '../reading/coverage.js';
import type { Transcript } from './transcript-turn.js';
import type { RlmPlan } from './rlm-plan.js';
import type { QueryScope } from './query-scope.js';
import type { SessionHost } from './session-host.js';

/** The state of a run. A step changes it once, at its end, and the result is made from it. */
export interface RlmState {
  readonly plan: RlmPlan;
  readonly host: SessionHost;
  readonly scope: QueryScope;
  /** The system prompt and the question. */
  readonly opening: readonly RequestMessage[];
  /** Resolves when the session is open. */
  readonly whenOpen: Promise<void>;
  transcript: Transcript;
  /** How many characters a prompt may have, as far as the model has shown. */
  readonly room: PromptRoom;
  /** The last reply if it contained code, since such a text is not an answer. */
  codeReply: string | null;
  /** The user's variables as they were last read. */
  variables: ReadonlyMap<string, SessionVariable>;
  /** The turns as the result lists them. */
  history: REPLHistory;
  /** The values of the user's variables at the end of the run, if the result includes them. */
  lastValues: Readonly<Record<string, unknown>> | null;
  /**
   * What was read of the contexts, once the run is over; null if the option is off, or if this
   * failed.
   */
  coverage: RlmCoverage | null;
}

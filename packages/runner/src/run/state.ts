import type { RequestMessage } from '@rlm/kernel/model';
import type { REPLHistory } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox/internal';

import type { RlmCoverage } from '../reading/coverage.js';
import type { TranscriptTurn } from './transcript-turn.js';
import type { RlmPlan } from './rlm-plan.js';
import type { QueryScope } from './query-scope.js';
import type { SessionHost } from './session-host.js';

/** The state of a run: its steps write it, and its result is made of it. */
export interface RlmState {
  readonly plan: RlmPlan;
  readonly host: SessionHost;
  readonly scope: QueryScope;
  /** The system prompt and the question. */
  readonly opening: readonly RequestMessage[];
  /** The turns that the model still sees whole, oldest first. */
  turns: TranscriptTurn[];
  /** The turns before them, which a summary stands for; without the first `forgotten` ones. */
  archive: readonly TranscriptTurn[];
  /** How many of the oldest archived turns were dropped, since all were too much. */
  forgotten: number;
  /** Whether nothing of the archived turns was shortened or dropped. */
  isArchiveWhole: boolean;
  /** What stands for the archived turns; empty while there are none. */
  summary: string;
  /** Whether any code has run. */
  executed: boolean;
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

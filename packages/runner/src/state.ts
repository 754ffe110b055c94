import type { ModelMessage } from '@rlm/penguin-engine/model';
import { REPLHistory } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';

import type { TranscriptTurn } from './history/transcript-turn.js';
import type { RlmPlan } from './plan/rlm-plan.js';
import type { QueryScope } from './query/query-scope.js';
import type { SessionHost } from './session/session-host.js';

/** What a run knows of itself between its steps. */
export interface RlmState {
  readonly plan: RlmPlan;
  readonly host: SessionHost;
  readonly scope: QueryScope;
  /** The system prompt and the question. */
  readonly opening: readonly ModelMessage[];
  /** The turns that the model still sees whole, oldest first. */
  turns: TranscriptTurn[];
  /** The turns before them, which a summary stands for. */
  readonly archive: TranscriptTurn[];
  /** What stands for the archived turns; empty while there are none. */
  summary: string;
  /** Whether any code has run. */
  executed: boolean;
  /** The last reply, where it was one with code: such a text is no answer. */
  codeReply: string | null;
  /** The user's variables, as they were last seen. */
  variables: ReadonlyMap<string, SessionVariable>;
}

/** What of a run outlives its session: the parts of its result. */
export interface RlmRecord {
  history: REPLHistory;
  scope: QueryScope | null;
  variables: Readonly<Record<string, unknown>> | null;
}

/** A record in which nothing has happened yet. */
export function createRecord(): RlmRecord {
  return { history: new REPLHistory(), scope: null, variables: null };
}

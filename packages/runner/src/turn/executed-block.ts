import type { REPLResult } from '@rlm/repl-types';

import type { Notice } from '../run/notice.js';

/** What the execution of a block came to. */
export interface ExecutedBlock {
  readonly result: REPLResult;
  /** What the model is to be told of its session. */
  readonly told: readonly Notice[];
  /** Whether the session was lost, and is a new one. */
  readonly isLost: boolean;
}

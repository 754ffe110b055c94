import type { REPLResult } from '@rlm/repl-types';

import type { Notice } from '../run/notice.js';

/** The outcome of executing a block. */
export interface ExecutedBlock {
  readonly result: REPLResult;
  /** Notices about its session. */
  readonly told: readonly Notice[];
  /** Whether the session was lost, and is a new one. */
  readonly isLost: boolean;
}

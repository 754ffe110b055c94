import { messageOf } from '@rlm/repl-types/internal';

import type { AccountKeeper } from '../budget/account-keeper.js';
import type { RunScope } from '../scope/run-scope.js';
import { withGrace } from './wait.js';

export { beginJournal, closeJournal } from './journal-life.js';
export { rejectionOf } from './rejection.js';

/** Waits at the end of a run until the store of its budget has what the run has spent. */
export async function keepBudget(scope: RunScope, keeper: AccountKeeper): Promise<void> {
  await withGrace(scope, 'budget_not_written', keeper.flushed()).catch((error: unknown) => {
    const message = `What was reserved counts as spent until it is written: ${messageOf(error)}`;
    scope.diagnose({ code: 'budget_not_written', message });
  });
}

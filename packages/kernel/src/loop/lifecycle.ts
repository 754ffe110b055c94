import { awaitHook, messageOf, settle } from '@rlm/repl-types/internal';

import { abortedStop, stopOf } from '../stop-reasons.js';
import type { AccountKeeper } from '../budget/account-keeper.js';
import type { RunScope } from '../scope/run-scope.js';
import { beginJournal } from './journal-life.js';
import { stopped, type Ending, type LoopState } from './loop-state.js';
import { waitFor, withGrace } from './wait.js';

/** Opens the protocol; returns an ending if the run ends here. */
export async function open<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): Promise<Ending<Answer> | undefined> {
  const { protocol, input, scope } = loop;
  const early = scope.interruption();
  if (early !== undefined) return stopped(early);
  const opening = awaitHook(async () => {
    const { journal, depth, effects } = scope;
    if (journal !== undefined && depth === 0) await beginJournal(loop, journal);
    effects.open(journal);
    await effects.refreshStatus();
    return settle(protocol.open(input, scope.context));
  });
  const waited = await waitFor(scope, opening);
  const interruption = scope.interruption();
  switch (waited.type) {
    case 'done':
      loop.opened = { state: waited.value };
      scope.effects.protocolIdle = () => protocol.idle?.(loop.opened?.state ?? waited.value);
      return interruption === undefined ? undefined : stopped(interruption);
    case 'failed':
      return stopped(interruption ?? stopOf(waited.error));
    case 'abandoned':
      void closeLate(loop, opening);
      return stopped(interruption ?? abortedStop('open did not end'));
  }
}

/** Aborts the run's children and waits for them, then closes the protocol's state; each may take `graceMs`. */
export async function close<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): Promise<void> {
  const { protocol, scope, opened } = loop;
  await withGrace(scope, 'children_left_behind', scope.settleChildren());
  if (opened !== undefined && protocol.close !== undefined) {
    const closing = awaitHook(() => protocol.close?.(opened.state));
    await withGrace(scope, 'close_left_behind', closing).catch((error: unknown) => {
      scope.diagnose({ code: 'close_failed', message: messageOf(error) });
    });
  }
  // What waits for the run's code asks no longer: a state that is never idle would keep a processor busy for good.
  scope.effects.protocolIdle = () => undefined;
}

/** Closes a state that was opened only after the run had ended. */
async function closeLate<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opening: Promise<State>,
): Promise<void> {
  try {
    await settle(loop.protocol.close?.(await opening));
  } catch {
    // The result was already returned, so there is nowhere to report this.
  }
}

/** Waits at the end of a run until the store of its budget has what the run has spent. */
export async function keepBudget(scope: RunScope, keeper: AccountKeeper): Promise<void> {
  await withGrace(scope, 'budget_not_written', keeper.flushed()).catch((error: unknown) => {
    const message = `What was reserved counts as spent until it is written: ${messageOf(error)}`;
    scope.diagnose({ code: 'budget_not_written', message });
  });
}

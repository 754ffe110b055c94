import { askHook, awaitHook, messageOf, settle } from '@rlm/repl-types/internal';
import { InvalidOptionError } from '@rlm/repl-types';

import type { RunJournal } from '../contract/journal.js';
import type { RunScope } from '../scope/run-scope.js';
import { abortedStop, stopOf } from '../stop-reasons.js';
import { stopped, type Ending, type LoopState } from './loop-state.js';
import { waitFor, withGrace } from './wait.js';

/** Opens the protocol; returns the ending when the run ends there. */
export async function open<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): Promise<Ending<Answer> | undefined> {
  const { protocol, input, scope } = loop;
  const early = scope.interruption();
  if (early !== undefined) return stopped(early);
  const opening = awaitHook(async () => {
    await openEffects(loop);
    await loop.stopCheck.open();
    await scope.effects.lookAgain();
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

/** Compares the run with what its journal was begun with, and gives it what stands there. */
async function openEffects<Input, State, Answer>({
  protocol,
  input,
  scope,
}: LoopState<Input, State, Answer>): Promise<void> {
  const { journal, depth, context } = scope;
  if (journal !== undefined && depth === 0) {
    takeJournal(journal, scope);
    const said = await settle(protocol.head?.(input, context));
    const { hashes, ...head } = said ?? { hashes: {} };
    const whole = { protocol: protocol.name, hashes, ...head };
    askHook<unknown>('journal.begin()', journal.begin.bind(journal, whole));
    scope.journalState = 'begun';
  }
  await scope.effects.open(journal);
}

/** Journals that a run has had: two that write into one would spoil it for good. */
const hadJournals = new WeakSet<RunJournal>();

/** Takes a journal for a run, which is the only one that may have it. */
function takeJournal(journal: RunJournal, scope: RunScope): void {
  if (hadJournals.has(journal)) {
    scope.journalState = 'had';
    throw new InvalidOptionError(
      'journal',
      'expected one that no run has had, got one that another run has, or had: make a new one, or open this again when its run has ended (store.create(), store.open(id))',
    );
  }
  hadJournals.add(journal);
}

/** Aborts the run's children and waits for them, then closes the protocol's state; each may take `graceMs`. */
export async function close<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): Promise<void> {
  const { protocol, scope, opened } = loop;
  await withGrace(scope, 'children_left_behind', scope.settleChildren());
  if (opened === undefined || protocol.close === undefined) return;
  const closing = awaitHook(() => protocol.close?.(opened.state));
  await withGrace(scope, 'close_left_behind', closing).catch((error: unknown) => {
    scope.diagnose({ code: 'close_failed', message: messageOf(error) });
  });
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

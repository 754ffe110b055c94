import { askHook, loadOnce } from '@rlm/repl-types/internal';

import { optionOf } from './errors.js';
import { defaultMaxEventBytes } from './events/event-buffer.js';
import type { RunEvent } from './events/events.js';
import { conclude } from './loop/conclude.js';
import { close, open } from './loop/lifecycle.js';
import { stopped, type Ending, type LoopPart, type LoopState } from './loop/loop-state.js';
import { takeSteps } from './loop/steps.js';
import { StopCheck } from './loop/stop-check.js';
import { toOutcome } from './loop/to-outcome.js';
import { checkRunLoop } from './options/check-run.js';
import type { RunOptions, RunPolicy } from './options/options.js';
import type { Outcome } from './outcome.js';
import type { Protocol } from './protocol.js';
import { RunScope } from './scope/run-scope.js';
import { abortedStop, limitStop, stopOf } from './stop-reasons.js';

/**
 * Runs a protocol until it has its answer or something stops it: the only loop of these packages.
 *
 * It yields events as they happen and returns the run's result; it never throws for what the run did.
 * Leaving it early (`break`) aborts the run and closes the protocol's state. A caller who does not want
 * to stream gives it to {@link collect}; most want a {@link createRun} instead, which drives itself.
 *
 * Throws `InvalidOptionError` at the call when an option has the wrong type or range.
 */
export function runLoop<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options: RunOptions<Answer, Result, State> = {},
  policies: readonly RunPolicy[] = [],
): AsyncGenerator<RunEvent<Event, Result>, Result, undefined> {
  checkRunLoop(protocol, options, policies);
  return startLoop(protocol, input, options, policies, defaultMaxEventBytes);
}

/**
 * The same, with options that were checked.
 *
 * @param maxEventBytes How many bytes of events wait for a reader that does not draw them; `Infinity` for one that never waits.
 */
export function startLoop<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options: RunOptions<Answer, Result, State>,
  policies: readonly RunPolicy[],
  maxEventBytes: number,
): AsyncGenerator<RunEvent<Event, Result>, Result, undefined> {
  const scope = new RunScope(options, maxEventBytes);
  const stopCheck = new StopCheck(scope, options, policies);
  const loop = { protocol, input, options, scope, stopCheck, opened: undefined, steps: 0 };
  const { toResult = (outcome) => outcome as Result } = options;
  return drive<Input, State, Answer, Result>(loop, toResult);
}

/** Runs the loop from `run-start` to `run-end`, and closes the protocol on every way out. */
async function* drive<Input, State, Answer, Result>(
  loop: LoopState<Input, State, Answer>,
  toResult: (outcome: Outcome<Answer>, state: State | undefined) => Result,
): LoopPart<Result> {
  const { scope, protocol } = loop;
  const leave = scope.start();
  let ending: Ending<Answer> | undefined;
  try {
    const { maxSteps } = scope;
    scope.announce({ type: 'run-start', protocol: protocol.name, maxSteps });
    ending = yield* runToEnding(loop);
  } finally {
    if (ending === undefined) scope.interrupt(abortedStop('its reader left'));
    await close(loop);
    if (ending === undefined) {
      await closeJournal(scope, stopped(abortedStop('its reader left')));
      leave();
    }
  }
  ending = await closeJournal(scope, ending);
  if (ending.type === 'stop' && ending.stop.finishReason === 'error') {
    scope.announce({ type: 'error', error: ending.stop.error });
  }
  const outcome = toOutcome(ending, loop.steps, scope);
  const result = askHook('toResult()', () => toResult(outcome, loop.opened?.state));
  scope.announce({ type: 'run-end', result });
  leave();
  yield* scope.queue.take();
  return result;
}

const journalEnd = /* @__PURE__ */ loadOnce(() => import('./loop/close-journal.js'));

/** Ends the run's part of its journal, if it has one. Gives what ended the run. */
async function closeJournal<Answer>(
  scope: RunScope,
  ending: Ending<Answer>,
): Promise<Ending<Answer>> {
  if (scope.journal === undefined) return ending;
  return (await journalEnd()).closeJournal(scope, ending);
}

/** Opens the protocol, takes its steps, and concludes; returns what ended the run. */
async function* runToEnding<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): LoopPart<Ending<Answer>> {
  const { ledger, depth } = loop.scope;
  const refused = ledger.account.refuses(depth);
  if (refused !== undefined) {
    return stopped(limitStop(refused, `The limit ${optionOf[refused]} allows no further run`));
  }
  try {
    const failed = yield* open(loop);
    if (failed !== undefined || loop.opened === undefined) {
      return failed ?? stopped(abortedStop('it was not opened'));
    }
    const ending = yield* attempt(loop, loop.opened);
    return yield* conclude(loop, ending);
  } finally {
    ledger.releaseConcludeReserve();
  }
}

/** Takes the steps; an error that a policy or the protocol throws between them fails the run. */
async function* attempt<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opened: { state: State },
): LoopPart<Ending<Answer>> {
  try {
    return yield* takeSteps(loop, opened);
  } catch (error) {
    return stopped(loop.scope.interruption() ?? stopOf(error));
  }
}

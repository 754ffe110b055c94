import { askHook } from '@rlm/repl-types/internal';

import { optionOf } from './errors.js';
import type { PublishedEvent } from './events/events.js';
import { wrapUp } from './loop/wrap-up.js';
import { closeJournal } from './loop/journal-life.js';
import { close, keepBudget, open } from './loop/lifecycle.js';
import { stopped, type Ending, type LoopState } from './loop/loop-state.js';
import { rejectionOf } from './loop/rejection.js';
import { takeSteps } from './loop/steps.js';
import { StopCheck } from './loop/stop-check.js';
import { toOutcome } from './loop/to-outcome.js';
import type { LoopOptions } from './options/options.js';
import type { Outcome } from './contract/outcome.js';
import type { Protocol } from './protocol.js';
import { RunScope } from './scope/run-scope.js';
import { abortedStop, limitStop, stopOf } from './stop-reasons.js';

/**
 * Prepares a run of a protocol, and returns the function that starts it. This is the only loop of
 * these packages: it takes steps until the protocol has its answer or something stops it. Each
 * event goes to `publish` as it happens. The promise rejects for something the run did only if
 * `throwOnLimit` or `throwOnFailure` asks for it.
 */
export function prepareRun<Input, State, Answer, Result>(
  protocol: Protocol<Input, State, Answer, never>,
  input: Input,
  options: LoopOptions<Answer, Result, State>,
  publish: (event: PublishedEvent) => void,
): () => Promise<Result> {
  const { toResult = (outcome) => outcome as Result } = options;
  const scope = new RunScope(options, publish);
  const stopCheck = new StopCheck(scope, options);
  const loop = { protocol, input, options, scope, stopCheck, opened: undefined, steps: 0 };
  return () => drive<Input, State, Answer, Result>(loop, toResult);
}

/** Runs the loop from `run-start` to `run-end`, and closes the protocol on every way out. */
async function drive<Input, State, Answer, Result>(
  loop: LoopState<Input, State, Answer>,
  toResult: (outcome: Outcome<Answer>, state: State | undefined) => Result,
): Promise<Result> {
  const { scope, protocol } = loop;
  const leave = scope.start();
  const { maxSteps } = scope;
  scope.announce({ type: 'run-start', protocol: protocol.name, maxSteps });
  let ending: Ending<Answer>;
  try {
    ending = await runToEnding(loop);
  } finally {
    await close(loop);
  }
  const { keeper } = scope.ledger;
  if (keeper !== undefined) await keepBudget(scope, keeper);
  ending = await closeJournal(scope, ending);
  if (ending.type === 'stop' && ending.stop.finishReason === 'error') {
    scope.announce({ type: 'error', error: ending.stop.error });
  }
  const outcome = toOutcome(ending, loop.steps, scope);
  const result = askHook('toResult()', () => toResult(outcome, loop.opened?.state));
  scope.announce({ type: 'run-end', result });
  leave();
  const error = rejectionOf(loop.options, outcome, result);
  if (error !== undefined) throw error;
  return result;
}

/** Opens the protocol, takes its steps, and wraps up; returns what ended the run. */
async function runToEnding<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
): Promise<Ending<Answer>> {
  const { ledger, depth } = loop.scope;
  const refused = ledger.account.refuses(depth);
  if (refused !== undefined) {
    return stopped(limitStop(refused, `The limit ${optionOf[refused]} allows no further run`));
  }
  try {
    const failed = await open(loop);
    if (failed !== undefined || loop.opened === undefined) {
      return failed ?? stopped(abortedStop('it was not opened'));
    }
    const ending = await attempt(loop, loop.opened);
    return await wrapUp(loop, ending);
  } finally {
    ledger.releaseWrapUpReserve();
  }
}

/** Takes the steps; an error that a policy or the protocol throws between them fails the run. */
async function attempt<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opened: { state: State },
): Promise<Ending<Answer>> {
  try {
    return await takeSteps(loop, opened);
  } catch (error) {
    return stopped(loop.scope.interruption() ?? stopOf(error));
  }
}

import type { KernelEvent } from '@rlm/kernel';

import { applyModelEvent } from './apply-model-event.js';
import { budgetsAtEnd } from './budgets.js';
import { endOf, stopOf } from './end-view.js';
import type { Draft, Open } from './draft.js';
import { errorText, fieldsOf, numberOf, numbersOf, textOf, type Fields } from './read.js';
import type { RetryView, RunView, ViewEvent } from './run-view.js';

/** The events of every protocol. */
export function applyKernelEvent(
  draft: Draft,
  run: Open<RunView>,
  { type, step: number, replayed }: ViewEvent,
  fields: Fields,
): void {
  const step = () => draft.step(run, number, replayed === true);
  const kind = type as KernelEvent['type'];
  switch (kind) {
    case 'run-start':
      run.maxSteps = numberOf(fields['maxSteps']) ?? run.maxSteps;
      return;
    case 'step-start':
      step();
      return;
    case 'model-start':
    case 'text-delta':
    case 'model-end':
      applyModelEvent(draft, run, step(), kind, fields);
      return;
    case 'retry': {
      const open = step();
      const { kind: what, attempt, maxAttempts, error, waitMs, untilMs } = fields;
      const retry = {
        kind: textOf(what),
        attempt: numberOf(attempt) ?? 1,
        maxAttempts: numberOf(maxAttempts) ?? 1,
        message: errorText(error),
        waitMs: numberOf(waitMs) ?? 0,
        untilMs: numberOf(untilMs) ?? 0,
      };
      open.retries = draft.append<RetryView>(open.retries ?? [], retry);
      return;
    }
    case 'policy-decision': {
      const open = step();
      const { policy, when, terminate, code, reason, metrics } = fields;
      const decision = {
        policy: textOf(policy),
        when: textOf(when, 'after'),
        terminate: terminate === true,
        code: typeof code === 'string' ? code : undefined,
        reason: textOf(reason),
        metrics: numbersOf(metrics),
      };
      open.decisions = draft.append(open.decisions, decision);
      return;
    }
    case 'step-end': {
      const open = step();
      const { value, explanation } = fieldsOf(fields['reward']);
      const worth = numberOf(value);
      open.durationMs = numberOf(fields['durationMs']);
      open.tokens = numberOf(fieldsOf(fields['result'])['tokensUsed']);
      open.reward = worth === undefined ? undefined : { value: worth, reason: textOf(explanation) };
      return;
    }
    case 'wrap-up-start':
      run.state = 'wrapping-up';
      run.stop = stopOf(fields['stop']) ?? run.stop;
      return;
    case 'events-dropped':
      run.missingEvents = (run.missingEvents ?? 0) + (numberOf(fields['count']) ?? 0);
      return;
    case 'error':
      run.error = errorText(fields['error']);
      return;
    case 'run-end': {
      run.state = 'ended';
      const result = fieldsOf(fields['result']);
      run.end = endOf(result, isCostTold(run));
      run.budgets = budgetsAtEnd(run, run.end, result);
      run.stop = run.end.stop ?? run.stop;
      return;
    }
    case 'wrap-up-end':
      return;
    default:
      // A new kind of event does not compile until it has a case; other packages' events are not for this switch.
      kind satisfies never;
  }
}

const isCostTold = ({ steps }: RunView): boolean =>
  steps.some(({ calls }) => calls.some(({ costUsd }) => costUsd !== undefined));

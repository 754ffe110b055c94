import { RlmError } from '@rlm/repl-types';
import { definedFields, messageOf } from '@rlm/repl-types/internal';

import type { BudgetLimit } from './contract/ledger.js';
import { optionOf, timeIsUp, type BudgetExceededError } from './errors.js';
import type { StopReason } from './contract/stop-reason.js';
import { detailsOf } from './model/errors.js';

/** The run was aborted, by its caller, its parent, or a reader that left. */
export function abortedStop(reason: unknown): StopReason {
  return Object.freeze({
    finishReason: 'aborted',
    code: 'aborted',
    message: isUnnamed(reason)
      ? 'The run was aborted.'
      : `The run was aborted: ${messageOf(reason)}`,
    error: reason,
  });
}

/** Whether it is what `abort()` without a reason gives, whose message says no more. */
const isUnnamed = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError';

/** A time limit was reached: that of the run or of one step. */
export function timeoutStop(code: 'timeout' | 'step_timeout', ms: number): StopReason {
  const [what, option] =
    code === 'timeout' ? ['The run', optionOf.timeout] : ['A step', 'stepTimeoutMs'];
  return Object.freeze({
    finishReason: 'timeout',
    code,
    message: timeIsUp(what, ms, option),
  });
}

/** A limit of the budget, or of the run's options, was reached; `budget` if it is that of a shared one. */
export function limitStop(
  limit: BudgetLimit | 'max_steps' | 'max_errors',
  message: string,
  budget?: StopReason['budget'],
): StopReason {
  return Object.freeze(definedFields({ finishReason: limit, code: limit, message, budget }));
}

/** The stop reason for an error that reached the kernel. */
export function stopOf(error: unknown): StopReason {
  if (isBudgetError(error)) return limitStop(error.limit, error.message, budgetIn(error));
  const { text } = detailsOf(error) ?? {};
  const code = RlmError.isInstance(error) ? error.code : 'error';
  const stop = { finishReason: 'error', code, message: messageOf(error), text } as const;
  return Object.freeze({ ...definedFields(stop), error });
}

/** What a shared budget had left when it refused a call; undefined if another limit did. */
function budgetIn({ details }: BudgetExceededError): StopReason['budget'] {
  const { isBudget, max = 0, spent = 0 } = details?.figures ?? {};
  return isBudget === true ? { max, left: Math.max(0, max - spent) } : undefined;
}

function isBudgetError(error: unknown): error is BudgetExceededError {
  return RlmError.isInstance(error) && error.code === 'budget_exceeded';
}

import type { LabLimits, LabStop } from './lab-report.js';
import type { LabRun, LabStep } from './lab-steps.js';

/** A limit is no number that a run takes. */
class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** What a limit would have made of a run, under its name. */
interface LimitVerdict {
  readonly label: string;
  readonly stop: LabStop | null;
  readonly note: readonly string[];
}

interface Limit {
  readonly code: string;
  readonly used: (step: LabStep) => number;
  /** The run cannot know this beforehand: a call that does not fit the limit is not made. */
  readonly isReserved?: true;
}

const limitsByName: Readonly<Record<keyof LabLimits, Limit>> = {
  maxSteps: { code: 'max_steps', used: ({ figures }) => figures.steps },
  maxTokens: { code: 'max_tokens', used: ({ figures }) => figures.tokens, isReserved: true },
  maxCostUsd: { code: 'max_cost', used: ({ figures }) => figures.costUsd, isReserved: true },
  timeoutMs: { code: 'timeout', used: ({ figures }) => figures.timeMs, isReserved: true },
  maxConsecutiveErrors: {
    code: 'max_errors',
    used: ({ metrics }) => metrics['consecutive_errors'] ?? 0,
  },
};

const reservedNote =
  'A real run may stop within this step: a call that does not fit the limit is not made, and a timeout cuts a step';

/** Refuses a limit that no run takes. */
function requireLimit(name: string, bound: number): void {
  const least = name === 'maxCostUsd' ? 0 : 1;
  const isCount = name !== 'maxCostUsd' && name !== 'timeoutMs';
  if (bound >= least && Number.isFinite(bound) && (!isCount || Number.isInteger(bound))) return;
  const kind = isCount ? 'a whole number' : 'a number';
  throw new LimitError(`Expected the limit ${name} to be ${kind} from ${least}, got ${bound}.`);
}

/** Holds each limit against what was used by the end of each step that did not give the answer. */
export function judgeLimits(run: LabRun, limits: LabLimits): LimitVerdict[] {
  return Object.entries(limitsByName).flatMap(([name, { code, used, isReserved }]) => {
    const bound = limits[name as keyof LabLimits];
    if (bound === undefined) return [];
    requireLimit(name, bound);
    const at = run.steps.find((step) => !step.isFinal && used(step) >= bound);
    const reason = at === undefined ? '' : `${name} is ${bound}, and ${used(at)} were used`;
    const stop =
      at === undefined ? null : ({ step: at.step, when: 'after', code, reason } as const);
    const note = stop !== null && isReserved === true ? [reservedNote] : [];
    return [{ label: `limit ${name}: ${bound}`, stop, note }];
  });
}

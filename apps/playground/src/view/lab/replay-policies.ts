import { createPolicyRegistry, type PolicyContext, type TerminationPolicy } from '@rlm/policies';

import { errorText } from '../read.js';
import type { ViewEvent } from '../run-view.js';
import { judgeLimits } from './judge-limits.js';
import type { LabOptions, LabPolicy, LabReport, LabStop, LabVerdict } from './lab-report.js';
import { labRunOf, type LabRun, type LabStep } from './lab-steps.js';

/** As many results as a run lets its policies see. */
const historyWindow = 64;

/**
 * Asks policies about a run that was saved, as the run itself would have asked them, without a model. A policy that reads tokens, cost
 * or time judges by what the log tells (`run.isExact`).
 *
 * Throws `PolicyError` for a policy that there is not, or an option that it has not, and a `LimitError` for a limit that no run takes.
 */
export function replayPolicies(
  events: readonly ViewEvent[],
  { policies, limits = {} }: LabOptions,
): LabReport {
  const registry = createPolicyRegistry();
  const run = labRunOf(events);
  const verdicts = [
    ...policies.map(({ name, config }) =>
      judge(labelOf(name, config), registry.getTermination(name, config ?? null), run),
    ),
    ...judgeLimits(run, limits).map(({ label, stop, note }) => verdictOf(label, run, stop, note)),
  ];
  return { verdicts, together: firstOf(verdicts, run), run };
}

function labelOf(name: string, config: LabPolicy['config'] = {}): string {
  const options = Object.entries(config).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return options.length === 0 ? name : `${name} (${options.join(', ')})`;
}

/** Asks one policy in the order in which a run does: before each step, after it, about the answer. */
function judge(label: string, policy: TerminationPolicy, run: LabRun): LabVerdict {
  const notes = new Set<string>();
  policy.reset();
  const ask = (
    at: LabStep | undefined,
    when: 'before' | 'after',
    index: number,
  ): Stopping | null => {
    const context = contextAt(run, index, when);
    const decision =
      when === 'before' || at === undefined
        ? policy.beforeStep?.(context)
        : policy.shouldTerminate(at.result, context);
    if (decision?.terminate === true) {
      const { code, reason, answer, variable } = decision;
      const held = variable === undefined ? undefined : at?.variables[variable];
      // A reply with code is no answer: the model is asked for one then.
      const isCode = at?.result.actionType === 'code' && answer === at.result.output;
      const given = held ?? (isCode ? null : answer);
      return { step: at?.step ?? 0, when, code, reason, answer: given };
    }
    if (decision?.note !== undefined) notes.add(decision.note);
    return null;
  };
  try {
    let stop = ask(undefined, 'before', 0);
    for (const [index, step] of run.steps.entries()) {
      if (stop !== null) break;
      if (step.isFinal) {
        const review = policy.reviewAnswer?.(step.result, reviewContext(run, index + 1));
        if (review?.accept === false) {
          const { code, reason } = review;
          const sentBack = { step: step.step, code, reason };
          return { ...verdictOf(label, run, null, [...notes]), sentBack };
        }
        if (review?.note !== undefined) notes.add(review.note);
      } else stop = ask(step, 'after', index + 1) ?? ask(step, 'before', index + 1);
    }
    return verdictOf(label, run, stop, [...notes]);
  } catch (error) {
    return verdictOf(label, run, null, [...notes, `it failed: ${errorText(error)}`]);
  }
}

interface Stopping extends LabStop {
  readonly answer?: string | null;
}

function contextAt(run: LabRun, steps: number, when: 'before' | 'after'): PolicyContext {
  const last = run.steps[steps - 1];
  const seen = when === 'after' ? steps - 1 : steps;
  return Object.freeze({
    task: run.task,
    step: steps,
    maxSteps: run.maxSteps,
    history: Object.freeze(
      run.steps.slice(Math.max(0, seen - historyWindow), seen).map(({ result }) => result),
    ),
    variables: last?.variables ?? {},
    metrics: last?.metrics ?? nothingUsed,
    config: {},
  });
}

/** What was read before the model answered counts, not what the same step printed. */
function reviewContext(run: LabRun, steps: number): PolicyContext {
  const context = contextAt(run, steps, 'after');
  if (context.metrics['coverage'] === undefined) return context;
  const { coverage = 0 } = run.steps[steps - 2]?.metrics ?? {};
  return Object.freeze({ ...context, metrics: { ...context.metrics, coverage } });
}

const nothingUsed = { elapsed_ms: 0, total_tokens: 0, cost_usd: 0, consecutive_errors: 0 };

function verdictOf(
  label: string,
  run: LabRun,
  stop: Stopping | null,
  notes: readonly string[] = [],
): LabVerdict {
  if (stop === null) {
    return { label, stop, answer: run.answer, answerFrom: 'run', spent: run.whole, notes };
  }
  const { answer = null, step, when, code, reason } = stop;
  const at = run.steps.find((each) => each.step === step);
  return {
    label,
    stop: { step, when, code, reason },
    answer,
    answerFrom: answer === null ? 'wrap-up' : 'policy',
    spent: at?.figures ?? { steps: 0, tokens: 0, costUsd: 0, calls: 0, timeMs: 0 },
    notes,
  };
}

/** The verdict of the one that stops the run first; at the same place, of the first that is asked. */
function firstOf(verdicts: readonly LabVerdict[], run: LabRun): LabVerdict {
  const place = ({ stop }: LabVerdict): number =>
    stop === null ? Infinity : stop.step + (stop.when === 'before' ? 0.5 : 0);
  const [first] = [...verdicts].sort((a, b) => place(a) - place(b));
  if (first !== undefined && first.stop !== null) return first;
  return verdicts.find(({ sentBack }) => sentBack !== undefined) ?? verdictOf('all', run, null);
}

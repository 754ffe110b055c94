import type { EventHub } from '../events/event-hub.js';
import type { FinishOutcome } from '../finish/types.js';
import { createRun, type Run } from '../kernel/create-run.js';
import type { CreateRunOptions } from '../kernel/options/options.js';
import { resolvePolicies } from '../policies/resolve-policies.js';
import { EngineFailureError, EngineLimitError } from './errors.js';
import type { EngineEvent } from './events.js';
import { checkModeOptions } from './option-rules.js';
import type { TaskOptions } from './options.js';
import { createEngineProtocol } from './protocol.js';
import type { EngineMode, EngineResult, EngineStatus } from './result.js';
import { setUp, startProgress } from './state.js';
import { taskAfter, taskOf } from './task-course.js';
import { toEngineResult } from './to-result.js';

const limitStatuses: readonly EngineStatus[] = [
  'max_iterations',
  'iterations_exceeded',
  'budget_limited',
];

/** Ends that are no failure, though not all of them have an answer. */
const finishedStatuses: readonly EngineStatus[] = [
  'completed',
  'pending_review',
  'implicit_completion',
  'stopped',
];

/** Starts a run of either mode: the one protocol over the one kernel. */
export function startRun(mode: EngineMode, options: TaskOptions): Run<EngineEvent, EngineResult> {
  checkModeOptions(mode, options);
  const setup = setUp(mode, options);
  const progress = startProgress(setup);
  const withTask = (result: EngineResult): EngineResult => {
    if (mode === 'response') return result;
    const task = taskAfter(taskOf(options, run.id), progress.hasStarted, result);
    return Object.freeze({ ...result, task });
  };
  const protocol = createEngineProtocol(setup, progress);
  const run: Run<EngineEvent, EngineResult> = createRun(protocol, undefined, {
    ...runOptions(mode, options),
    maxSteps: setup.maxIterations,
    toResult: (outcome) => withTask(toEngineResult(mode, progress, outcome)),
    rejectWith: (result) => rejectionOf(options, result),
  });
  if (options.events !== undefined) void forward(run, options.events);
  return run;
}

function rejectionOf(
  { throwOnLimit, throwOnFailure }: TaskOptions,
  result: EngineResult,
): EngineLimitError | EngineFailureError | undefined {
  if (throwOnLimit === true && limitStatuses.includes(result.status)) {
    return new EngineLimitError(result);
  }
  const hasFailed = throwOnFailure === true && !finishedStatuses.includes(result.status);
  return hasFailed ? new EngineFailureError(result) : undefined;
}

async function forward(
  run: Run<EngineEvent, EngineResult>,
  events: EventHub<EngineEvent>,
): Promise<void> {
  for await (const event of run) events.publish(event);
}

function runOptions(
  mode: EngineMode,
  options: TaskOptions,
): CreateRunOptions<FinishOutcome, EngineResult> {
  const { prompt, limits, abortSignal, stepTimeoutMs, runId, parent, clock, executor, retry } =
    options;
  return {
    task: prompt,
    config: { mode, limits: { ...limits } },
    ...resolvePolicies(options),
    ...(limits === undefined ? {} : { budget: limits }),
    ...(abortSignal === undefined ? {} : { abortSignal }),
    ...(stepTimeoutMs === undefined ? {} : { stepTimeoutMs }),
    ...(runId === undefined ? {} : { runId }),
    ...(parent === undefined ? {} : { parent }),
    ...(clock === undefined ? {} : { clock }),
    ...(executor === undefined ? {} : { executor }),
    ...(retry === undefined ? {} : { retry }),
  };
}

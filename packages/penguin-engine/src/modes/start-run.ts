import type { EventHub } from '../events/event-hub.js';
import type { FinishOutcome } from '../finish/types.js';
import { createRun, type CreateRunOptions } from '../kernel/create-run.js';
import type { Run } from '../kernel/run.js';
import { checkEngineOptions } from './check-options.js';
import { EngineLimitError } from './errors.js';
import type { EngineEvent } from './events.js';
import type { TaskOptions } from './options.js';
import { createEngineProtocol } from './protocol.js';
import type { EngineMode, EngineResult, EngineStatus } from './result.js';
import { setUp, startProgress } from './state.js';
import { toEngineResult } from './to-result.js';

const limitStatuses: readonly EngineStatus[] = [
  'max_iterations',
  'iterations_exceeded',
  'budget_limited',
];

/** Starts a run of either mode: the one protocol over the one kernel. */
export function startRun(mode: EngineMode, options: TaskOptions): Run<EngineEvent, EngineResult> {
  checkEngineOptions(options);
  const setup = setUp(mode, options);
  const progress = startProgress(setup);
  const protocol = createEngineProtocol(setup, progress);
  const run = createRun(protocol, undefined, {
    ...runOptions(options),
    maxSteps: setup.maxIterations,
    toResult: (outcome) => toEngineResult(mode, progress, outcome),
    ...(options.throwOnLimit === true ? { rejectWith: limitError } : {}),
  });
  if (options.events !== undefined) void forward(run, options.events);
  return run;
}

function limitError(result: EngineResult): EngineLimitError | undefined {
  return limitStatuses.includes(result.status) ? new EngineLimitError(result) : undefined;
}

async function forward(
  run: Run<EngineEvent, EngineResult>,
  events: EventHub<EngineEvent>,
): Promise<void> {
  for await (const event of run) events.publish(event);
}

function runOptions(options: TaskOptions): CreateRunOptions<FinishOutcome, EngineResult> {
  const { prompt, policies, limits, abortSignal, stepTimeoutMs, runId, parent, clock, executor } =
    options;
  return {
    task: prompt,
    ...(policies === undefined ? {} : { policies }),
    ...(limits === undefined ? {} : { budget: limits }),
    ...(abortSignal === undefined ? {} : { abortSignal }),
    ...(stepTimeoutMs === undefined ? {} : { stepTimeoutMs }),
    ...(runId === undefined ? {} : { runId }),
    ...(parent === undefined ? {} : { parent }),
    ...(clock === undefined ? {} : { clock }),
    ...(executor === undefined ? {} : { executor }),
  };
}

import type { CreateRunOptions, FinishOutcome, Run, RunContext, EventHub } from '@rlm/kernel';
import { createCheckedRun, resolvePolicies, type Telemetry } from '@rlm/kernel/internal';
import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';
import type { EngineEvent } from './events.js';
import { checkModeOptions } from './option-rules.js';
import type { TaskOptions, ResponseOptions } from './options.js';
import { engineProtocol } from './protocol.js';
import type { EngineMode, EngineResult, TaskResult } from './result.js';
import { setUp, type EngineState } from './state.js';
import { toResult } from './to-result.js';
import { openEngineTelemetry } from './trace-run.js';

/**
 * Answers a prompt: the model acts through tools until it calls `finish_response`, answers in plain
 * text, or something stops it (`run_response` of Penguin, a coding agent).
 *
 * Awaiting `result` is enough. It does not reject for anything the run did, unless `throwOnLimit` or
 * `throwOnFailure` asks for it. Throws `InvalidOptionError` at once for a wrong option.
 *
 * @example
 * const { assistantResponse, status } = await runResponse({ model, prompt: 'What is 6 x 7?' }).result;
 */
export function runResponse(options: ResponseOptions): Run<EngineEvent, EngineResult> {
  return startRun('response', options);
}

/**
 * Works on a task until the model calls `finish_task`, or something stops it
 * (`run_task` of Penguin). A finished task has the status `pending_review`: only a person completes it.
 * `result.task` is the task with its new status, for `approve`, `reject`, and the next run.
 *
 * Publishes `task-start`, `task-progress` and `task-end` in addition to the events of
 * `runResponse`. Throws as `runResponse` does.
 */
export function runTask(options: TaskOptions): Run<EngineEvent, TaskResult> {
  // In this mode every result has a task.
  return startRun('task', options) as Run<EngineEvent, TaskResult>;
}

/** Starts a run of either mode: the one protocol over the one kernel. */
function startRun(mode: EngineMode, options: TaskOptions): Run<EngineEvent, EngineResult> {
  checkModeOptions(mode, options);
  const setup = setUp(mode, options);
  const policies = resolvePolicies(options);
  const telemetry = startTelemetry(options);
  const prepare = async (context: RunContext): Promise<void> => {
    (await telemetry)?.reportTo(context);
  };
  const run = createCheckedRun(engineProtocol(mode, prepare), setup, {
    ...kernelOptions(setup.options),
    config: { mode, limits: { ...options.limits } },
    ...policies,
    maxSteps: setup.maxSteps,
    toResult: (outcome, state) => toResult(setup, outcome, state),
  });
  if (options.events !== undefined) void forward(run, options.events);
  void telemetry?.then((spans) => {
    spans.trace(run);
  });
  return run;
}

/** Prepares spans, if the options ask for them. The spans of a child are made by the run above it. */
function startTelemetry({
  telemetry,
  parent,
}: TaskOptions): Promise<Telemetry<EngineEvent>> | undefined {
  if (telemetry === undefined || parent !== undefined) return undefined;
  return openEngineTelemetry(telemetry);
}

async function forward(
  run: Run<EngineEvent, EngineResult>,
  events: EventHub<EngineEvent>,
): Promise<void> {
  let hasFailed = false;
  const fail = (fault: unknown): void => {
    if (!hasFailed) warn(`The hub given as the option events failed: ${messageOf(fault)}`);
    hasFailed = true;
  };
  for await (const event of run) tellHook(events.publish.bind(events), [event], fail);
}

/** The options that the kernel gets unchanged. */
function kernelOptions({
  prompt,
  limits,
  budget,
  maxDepth,
  abortSignal,
  stepTimeoutMs,
  throwOnLimit,
  throwOnFailure,
  runId,
  parent,
  clock,
  executor,
  journal,
  seed,
  retry,
}: TaskOptions): CreateRunOptions<FinishOutcome, EngineResult, EngineState> {
  return {
    task: prompt,
    limits: { ...limits, maxDepth },
    budget,
    abortSignal,
    stepTimeoutMs,
    throwOnLimit,
    throwOnFailure,
    runId,
    parent,
    clock,
    executor,
    journal,
    seed,
    retry,
  };
}

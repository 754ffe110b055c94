import {
  createInProcessExecutor,
  createRun,
  type Budget,
  type CreateRunOptions,
  type Run,
  type RunContext,
} from '@rlm/penguin-engine/kernel';

import { createResult } from './create-result.js';
import { LimitReachedError } from './errors.js';
import type { RlmEvent } from './events.js';
import { resolvePolicies } from './options/resolve-policies.js';
import type { RlmPlan } from './plan/rlm-plan.js';
import { noActionGuard } from './protocol/no-action-guard.js';
import type { OpenHost } from './protocol/open-run.js';
import { rlmProtocol } from './protocol/rlm-protocol.js';
import { openSessionHost } from './session/session-host.js';
import { loadOpenTelemetry } from './telemetry/load-api.js';
import { traceRun } from './telemetry/trace-run.js';
import { createRecord } from './protocol/rlm-state.js';
import type { RlmResult } from './result.js';
import type { RlmAnswer } from './turn/accept-final.js';

/** What belongs to one run and not to its plan. */
export interface StartOptions {
  readonly runId?: string | undefined;
  readonly parent?: RunContext | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly openHost?: OpenHost | undefined;
}

/** Starts the run of a plan, as a root or as a child. */
export function startRun(plan: RlmPlan, start: StartOptions): Run<RlmEvent, RlmResult> {
  const { options, limits } = plan;
  const { runId = crypto.randomUUID(), parent, abortSignal } = start;
  const telemetry = parent === undefined ? options.telemetry : undefined;
  const api = telemetry === undefined ? undefined : loadOpenTelemetry(telemetry);
  const openHost = after(api, start.openHost);
  const record = createRecord();
  const id = parent === undefined ? { runId } : { parent };
  const settings: CreateRunOptions<RlmAnswer, RlmResult> = {
    ...id,
    maxSteps: plan.maxSteps,
    maxErrors: limits.maxConsecutiveErrors,
    task: plan.query,
    policies: resolvePolicies(options.policies ?? [], options.policyRegistry, plan.depth),
    guards: [() => noActionGuard()],
    toResult: (outcome) => createResult(run.id, outcome, record),
    ...(abortSignal === undefined ? {} : { abortSignal }),
    ...(plan.clock === undefined ? {} : { clock: plan.clock }),
    ...(parent === undefined ? rootSettings(plan) : {}),
  };
  const run: Run<RlmEvent, RlmResult> = createRun(
    rlmProtocol(plan, record, openHost),
    undefined,
    settings,
  );
  if (telemetry !== undefined && api !== undefined) {
    // A module that is missing has already ended the run with its error.
    traceRun(run, api, telemetry).catch(() => undefined);
  }
  return run;
}

/** Opens the session when telemetry is ready: without its module the run ends with an error that says so. */
function after(
  ready: Promise<unknown> | undefined,
  openHost: OpenHost = openSessionHost,
): OpenHost {
  return async (plan, scope, abortSignal) => {
    await ready;
    return openHost(plan, scope, abortSignal);
  };
}

function rootSettings(plan: RlmPlan): Partial<CreateRunOptions<RlmAnswer, RlmResult>> {
  const { options } = plan;
  return {
    budget: budgetOf(plan),
    executor: createInProcessExecutor({
      concurrency: plan.limits.maxConcurrentQueries,
      ...(plan.clock === undefined ? {} : { clock: plan.clock }),
    }),
    ...(options.throwOnLimit === true ? { rejectWith: limitError } : {}),
  };
}

function budgetOf({ limits, maxDepth }: RlmPlan): Budget {
  const { maxSubQueries, maxTokens, maxCostUsd, maxCalls, timeoutMs } = limits;
  const bounds = { maxSubQueries, maxTokens, maxCostUsd, maxCalls, timeoutMs, maxDepth };
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => Number.isFinite(bound)));
}

function limitError(result: RlmResult): unknown {
  switch (result.finishReason) {
    case 'final':
    case 'aborted':
    case 'error':
    case 'policy':
    case 'guard':
    case 'stopped':
      return undefined;
    default:
      return new LimitReachedError(result);
  }
}

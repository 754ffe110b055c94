import type {
  Diagnostic,
  RunLimits,
  PolicySource,
  Run,
  RunContext,
  RunJournal,
  TelemetryOptions,
  PolicyOptions,
} from '@rlm/kernel';
import {
  type CheckedRunOptions,
  createCheckedRun,
  createInProcessExecutor,
  resolvePolicies,
  type Telemetry,
} from '@rlm/kernel/internal';
import { requireWebCrypto } from '@rlm/repl-types/internal';
import { defineTermination, proceed, stop } from '@rlm/policies';

import { createResult } from './create-result.js';
import type { RlmEvent } from './run/events.js';
import type { RlmPlan } from './run/rlm-plan.js';
import { rlmProtocol } from './protocol/rlm-protocol.js';
import { openSessionHost, type OpenHost } from './session/session-host.js';
import type { RlmState } from './run/state.js';
import type { RlmResult } from './result.js';
import { openRlmTelemetry } from './telemetry/trace-run.js';
import type { RlmAnswer } from './turn/answer.js';

/** What belongs to one run and not to its plan. */
export interface StartOptions {
  readonly runId?: string | undefined;
  readonly parent?: RunContext | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly journal?: RunJournal | undefined;
  readonly seed?: string | undefined;
  /** What a child is called: by the effect that it is. */
  readonly name?: string | undefined;
  readonly openHost?: OpenHost | undefined;
}

/** Starts the run of a plan, as a root or as a child. */
export function startRun(plan: RlmPlan, start: StartOptions): Run<RlmEvent, RlmResult> {
  requireWebCrypto();
  const { options, limits } = plan;
  const { parent, abortSignal, journal, seed, name } = start;
  const runId = start.runId ?? journal?.runId ?? crypto.randomUUID();
  const telemetry = parent === undefined ? startTelemetry(options.telemetry) : undefined;
  const openHost = withTelemetry(telemetry, start.openHost);
  const policies = resolvePolicies(plan.depth === 0 ? options : withoutInstances(options));
  const id = parent === undefined ? { runId } : { parent, name };
  const settings: CheckedRunOptions<RlmAnswer, RlmResult, RlmState> = {
    maxSteps: plan.maxSteps,
    maxErrors: limits.maxConsecutiveErrors,
    task: plan.query,
    config: { depth: plan.depth, maxDepth: plan.maxDepth, limits: plan.limits },
    ...policies,
    diagnostics: [...(policies.diagnostics ?? []), ...diagnosticsOf(plan)],
    guards: [noAction],
    isWrapUpFree: options.wrapUp === false,
    toResult: createResult,
    stepTimeoutMs: options.stepTimeoutMs,
    abortSignal,
    journal,
    seed,
    clock: plan.clock,
    // The run of a child is not passed on: its events are read in the stream of the root.
    ...(parent === undefined ? rootSettings(plan) : { eventBuffer: 0 }),
    ...id,
  };
  const run: Run<RlmEvent, RlmResult> = createCheckedRun(rlmProtocol, { plan, openHost }, settings);
  void telemetry?.then((spans) => {
    spans.trace(run);
  });
  return run;
}

/** What is known of a root run before it begins; its children have the same options. */
function diagnosticsOf({ depth, options, sources, earlier }: RlmPlan): readonly Diagnostic[] {
  if (depth > 0) return [];
  const hasData = sources.length > (earlier === '' ? 0 : 1);
  const seen = earlier === '' ? 'the question' : 'the conversation';
  const message = `The run has no context: the model sees ${seen} alone. Pass the data as context or contexts, if it needs any`;
  return [...(options.diagnostics ?? []), ...(hasData ? [] : [{ code: 'no_context', message }])];
}

/** An instance of a policy holds the state of one run, so it serves the root alone. */
function withoutInstances({ policies = [], ...options }: PolicyOptions): PolicyOptions {
  const isInstance = (source: PolicySource): boolean =>
    typeof source === 'object' && 'shouldTerminate' in source;
  return { ...options, policies: policies.filter((source) => !isInstance(source)) };
}

/** Prepares spans, if the options ask for them. */
function startTelemetry(
  options: TelemetryOptions | undefined,
): Promise<Telemetry<RlmEvent>> | undefined {
  if (options === undefined) return undefined;
  return openRlmTelemetry(options);
}

/** Opens the session when it is known whether there are spans; reports to the run what went wrong with them. */
function withTelemetry(
  telemetry: ReturnType<typeof startTelemetry>,
  openHost: OpenHost = openSessionHost,
): OpenHost {
  if (telemetry === undefined) return openHost;
  return async (plan, scope, abortSignal) => {
    (await telemetry).reportTo(scope.context);
    return openHost(plan, scope, abortSignal);
  };
}

function rootSettings(plan: RlmPlan): Partial<CheckedRunOptions<RlmAnswer, RlmResult, RlmState>> {
  const { options } = plan;
  return {
    limits: limitsOf(plan),
    budget: options.budget,
    executor:
      options.executor ??
      createInProcessExecutor({
        ...options.retry,
        // Sub-queries wait at the tree's gate, child runs at that of their depth: nothing waits twice.
        concurrency: {
          'sub-query': Infinity,
          model: Infinity,
          child: Infinity,
          'batch-time': Infinity,
          tool: plan.limits.maxConcurrentQueries,
        },
        clock: plan.clock,
      }),
    throwOnLimit: options.throwOnLimit,
    throwOnFailure: options.throwOnFailure,
  };
}

function limitsOf({ limits, maxDepth }: RlmPlan): RunLimits {
  const { maxSubQueries, maxTokens, maxCostUsd, maxCalls, timeoutMs, maxOutputTokens } = limits;
  const bounds = { maxSubQueries, maxTokens, maxCostUsd, maxCalls, timeoutMs, maxDepth };
  const finite = Object.entries(bounds).filter(([, bound]) => Number.isFinite(bound));
  return { maxOutputTokens, ...Object.fromEntries(finite) };
}

/** The number of consecutive replies without code or answer that ends a run. */
const maxNudges = 3;

/** Ends a run whose model neither writes code nor finishes, despite reminders. */
const noAction = defineTermination({
  name: 'no_action',
  description: 'When the model neither writes code nor finishes',
  defaults: {},
  start() {
    let idle = 0;
    return ({ actionType }) => {
      idle = actionType === 'text' ? idle + 1 : 0;
      if (idle < maxNudges) return proceed;
      const reason = `The model gave ${String(idle)} replies in a row with neither code nor an answer.`;
      return stop('no_action', reason);
    };
  },
});

import type { RunContext } from '../kernel/context.js';
import type { FinishOutcome } from '../finish/types.js';
import type { ActionCall, ActionRecord } from '../tools/action-call.js';
import { askPerson, refuseCall, runCall } from '../tools/run-call.js';
import type { TurnEvent } from './events.js';
import { engineDefaults } from './options.js';
import { isTerminator, type EngineProgress, type EngineSetup } from './state.js';

/** What the calls of one turn came to. */
export interface ActedTurn {
  /** The calls that have a record, and their records, in order. */
  readonly done: readonly { readonly call: ActionCall; readonly record: ActionRecord }[];
  /** Calls that were left out: over the limit, or after a finish. */
  readonly dropped: readonly ActionCall[];
  /** Calls that stood verbatim in a tool's result and were not run. */
  readonly suspected: readonly ActionCall[];
  /** What the first valid finish said. */
  readonly finish: FinishOutcome | null;
}

/** Carries out the calls of a turn, one after another: the one scheduler for both formats. */
export async function* act(
  calls: readonly ActionCall[],
  setup: EngineSetup,
  progress: EngineProgress,
  context: RunContext,
): AsyncGenerator<TurnEvent, ActedTurn, undefined> {
  const done: { call: ActionCall; record: ActionRecord }[] = [];
  const dropped: ActionCall[] = [];
  const suspected: ActionCall[] = [];
  let finish: FinishOutcome | null = null;
  let textActions = 0;

  for (const call of calls) {
    const { action, callId, source } = call;
    const isFinish = isTerminator(setup.mode, action);
    if (source === 'text' && !isFinish) textActions += 1;
    if (
      finish !== null ||
      (source === 'text' && !isFinish && textActions > setup.maxActionsPerTurn)
    ) {
      dropped.push(call);
      continue;
    }
    yield { type: 'action-started', action, callId, arguments: call.arguments };
    const isRefused = await isInjection(call, setup, progress, context);
    if (isRefused) suspected.push(call);
    const record = isRefused
      ? refuseCall(call, 'suspected_injection: this action stands verbatim in a tool result')
      : await runCall(call, context, callOptions(setup));
    done.push({ call, record });
    yield { type: 'action-completed', record };
    if (isFinish && record.status === 'completed') finish = record.finish ?? null;
  }
  return { done, dropped, suspected, finish };
}

function callOptions({
  tools,
  maxResultChars,
  options,
}: EngineSetup): Parameters<typeof runCall>[2] {
  const { toolTimeoutMs, approve } = options;
  return {
    tools,
    maxResultChars,
    ...(toolTimeoutMs === undefined ? {} : { timeoutMs: toolTimeoutMs }),
    ...(approve === undefined ? {} : { approve }),
  };
}

async function isInjection(
  call: ActionCall,
  { options }: EngineSetup,
  { provenance }: EngineProgress,
  context: RunContext,
): Promise<boolean> {
  const policy = options.onSuspectedInjection ?? engineDefaults.onSuspectedInjection;
  const hasBody = typeof call.arguments === 'string' && call.arguments.trim() !== '';
  if (policy === 'allow' || call.text === null || !hasBody) return false;
  if (!provenance.isCopied(call.text)) return false;
  if (policy === 'deny') return true;
  return !(await askPerson(call, 'suspected_injection', context, options.approve));
}

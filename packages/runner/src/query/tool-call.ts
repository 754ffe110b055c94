import { type ActionCall, type CallOutcome, performCall } from '@rlm/kernel/internal';
import { FINAL } from '@rlm/termination';

import { QueryArgumentError } from '../query-errors.js';
import type { QueryScope } from '../run/query-scope.js';
import { trackQuery } from './track-query.js';

/**
 * Calls a tool of the caller from the REPL, in the same way as the other loops: with checked input,
 * a person's approval if a rule requires it, and its time-out. `context.finish(outcome)` ends the
 * run as FINAL does: with the outcome's summary, or else the value.
 */
export async function callTool(
  scope: QueryScope,
  abortSignal: AbortSignal,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const prompt = args.length === 0 ? '' : JSON.stringify(args.length === 1 ? args[0] : args);
  return trackQuery(scope, { kind: 'tool', name, prompt }, async () => {
    if (args.length > 1) {
      throw new QueryArgumentError(`${name} takes one argument, got ${String(args.length)}`);
    }
    const { context, plan } = scope;
    const { approve } = plan.options;
    const call: ActionCall = {
      callId: `${context.runId}/t${String(scope.begun)}`,
      action: name,
      source: 'code',
      arguments: args[0],
      word: null,
    };
    const outcome = await performCall(call, context, {
      tools: plan.tools,
      timeoutMs: plan.limits.callTimeoutMs,
      abortSignal,
      messages: () =>
        Promise.resolve([{ role: 'user', content: [{ type: 'text', text: plan.query }] }]),
      approve,
    });
    if (outcome.type === 'completed' && (outcome.finish?.status ?? 'done') !== 'done') {
      const message = `The tool ${name} ended the run with the status ${outcome.finish?.status ?? ''}`;
      context.diagnose({ code: 'tool_finish', message });
    }
    return { value: valueOf(outcome), origin: 'asked' };
  });
}

/**
 * What code gets from a call: its value, or an exception that it can catch. It cannot catch a
 * finish or a FINAL.
 */
function valueOf(outcome: CallOutcome): unknown {
  switch (outcome.type) {
    case 'completed': {
      const { value = null, finish } = outcome;
      // A finish of a tool that says nothing ends the run with an empty answer.
      return finish === null ? value : FINAL(finish.summary ?? value ?? '');
    }
    case 'refused':
      throw new QueryArgumentError(outcome.reason);
    case 'failed':
      throw outcome.error as Error;
    case 'final':
      throw outcome.thrown;
  }
}

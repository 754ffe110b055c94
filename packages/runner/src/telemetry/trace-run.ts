import {
  openTelemetry,
  traceModelCall,
  type SpanTree,
  type Telemetry,
  usageAttributes,
} from '@rlm/kernel/internal';
import type { TelemetryOptions } from '@rlm/kernel';

import type { RlmEvent } from '../run/events.js';

/** Prepares the spans of a run of `runRlm`. */
export function openRlmTelemetry(options: TelemetryOptions): Promise<Telemetry<RlmEvent>> {
  return openTelemetry<RlmEvent>(options, {
    tracerName: '@rlm/runner',
    loadApi: () => import('@opentelemetry/api'),
    traceEvent,
  });
}

/** Makes spans of an event of `runRlm`. */
function traceEvent(event: RlmEvent, spans: SpanTree): void {
  const run = event.runId;
  switch (event.type) {
    case 'run-start': {
      spans.start(run, event.parentId, 'invoke_workflow', 'rlm', {
        'rlm.run.id': run,
        'rlm.depth': event.depth,
      });
      return;
    }
    case 'session-open':
      spans.set(run, { 'rlm.backend': event.backend, 'rlm.prompt.chars': event.promptChars });
      spans.content(run, { 'rlm.query': event.query });
      return;
    case 'model-start':
    case 'model-end':
    case 'retry':
    case 'events-dropped':
      traceModelCall(event, spans);
      return;
    case 'code-start':
      spans.start(`${run}/code`, run, 'execute_tool', 'repl', { 'gen_ai.tool.name': 'repl' });
      spans.content(`${run}/code`, { 'gen_ai.tool.call.arguments': event.code });
      return;
    case 'code-end': {
      const { success, outcome, stdout } = event.result;
      spans.set(`${run}/code`, { 'rlm.outcome': outcome });
      spans.content(`${run}/code`, { 'gen_ai.tool.call.result': stdout });
      spans.end(`${run}/code`, success ? undefined : outcome);
      return;
    }
    case 'coverage':
      spans.set(run, {
        'rlm.coverage.fraction': event.fraction,
        'rlm.coverage.by_sub_models': event.bySubModels,
        'rlm.coverage.duplicated': event.duplicated,
      });
      return;
    case 'query-start':
      startQuery(event, spans);
      return;
    case 'query-end':
      spans.set(event.queryId, { 'rlm.query.origin': event.origin });
      spans.content(event.queryId, { 'gen_ai.output.messages': event.response });
      spans.end(event.queryId, event.error?.code);
      return;
    case 'run-end': {
      const { result } = event;
      spans.set(run, {
        'rlm.finish_reason': result.finishReason,
        'rlm.steps': result.steps.length,
        ...usageAttributes(result.usage.total),
      });
      spans.content(run, { 'rlm.answer': result.answer ?? undefined });
      spans.end(run, result.finishReason === 'error' ? (result.stop?.code ?? 'error') : undefined);
      return;
    }
    // What makes no span, and adds nothing to one.
    case 'session-wait':
    case 'step-start':
    case 'step-end':
    case 'policy-decision':
    case 'wrap-up-start':
    case 'wrap-up-end':
    case 'error':
    case 'text-delta':
    case 'output-delta':
    case 'notice':
    case 'final':
    case 'budget':
      return;
    default:
      // A new kind of event does not compile until it has a case.
      event satisfies never;
  }
}

/** An `rlm_query` has no span of its own: its child run has one. */
function startQuery(event: Extract<RlmEvent, { type: 'query-start' }>, spans: SpanTree): void {
  const { queryId, kind, name, prompt, runId } = event;
  if (kind === 'rlm_query') return;
  const operation = kind === 'tool' ? 'execute_tool' : 'chat';
  const tool = kind === 'tool' ? { 'gen_ai.tool.name': name, 'gen_ai.tool.call.id': queryId } : {};
  spans.start(queryId, runId, operation, kind === 'tool' ? name : 'sub', tool);
  const key = kind === 'tool' ? 'gen_ai.tool.call.arguments' : 'gen_ai.input.messages';
  spans.content(queryId, { [key]: prompt });
}

import type { TelemetryOptions } from '@rlm/kernel';
import {
  openTelemetry,
  traceModelCall,
  type SpanTree,
  type Telemetry,
  usageAttributes,
} from '@rlm/kernel/internal';
import { inlineJson } from '@rlm/repl-types/internal';

import type { EngineEvent } from './events.js';

/** Prepares the spans of a run of the agent loop. */
export function openEngineTelemetry(options: TelemetryOptions): Promise<Telemetry<EngineEvent>> {
  return openTelemetry<EngineEvent>(options, {
    tracerName: '@rlm/penguin-engine',
    loadApi: () => import('@opentelemetry/api'),
    traceEvent,
  });
}

/** Makes spans of an event of the agent loop. */
function traceEvent(event: EngineEvent, spans: SpanTree): void {
  const run = event.runId;
  switch (event.type) {
    case 'run-start':
      spans.start(run, event.parentId, 'invoke_agent', event.protocol, {
        'rlm.run.id': run,
        'rlm.depth': event.depth,
      });
      return;
    case 'model-start':
    case 'model-end':
    case 'retry':
    case 'events-dropped':
      traceModelCall(event, spans);
      return;
    case 'task-start':
      spans.set(run, { 'rlm.task.id': event.taskId });
      spans.content(run, { 'rlm.task.name': event.taskName });
      return;
    case 'action-start':
      spans.start(`${run}/${event.callId}`, run, 'execute_tool', event.action, {
        'gen_ai.tool.name': event.action,
        'gen_ai.tool.call.id': event.callId,
      });
      spans.content(`${run}/${event.callId}`, {
        'gen_ai.tool.call.arguments': inlineJson(event.arguments),
      });
      return;
    case 'action-end': {
      const { callId, status, result } = event.record;
      spans.content(`${run}/${callId}`, { 'gen_ai.tool.call.result': result });
      spans.end(`${run}/${callId}`, status === 'error' ? 'error' : undefined);
      return;
    }
    case 'run-end': {
      const { result } = event;
      spans.set(run, {
        'rlm.status': result.status,
        'rlm.finish_reason': result.finishReason,
        'rlm.steps': result.steps.length,
        ...usageAttributes(result.usage.total),
      });
      spans.content(run, { 'rlm.answer': result.assistantResponse });
      spans.end(run, result.finishReason === 'error' ? (result.stop?.code ?? 'error') : undefined);
      return;
    }
    // What makes no span, and adds nothing to one.
    case 'step-start':
    case 'step-end':
    case 'text-delta':
    case 'policy-decision':
    case 'wrap-up-start':
    case 'wrap-up-end':
    case 'error':
    case 'diagnostic':
    case 'context-trim':
    case 'task-progress':
    case 'task-review':
    case 'task-end':
      return;
    default:
      // A new kind of event does not compile until it has a case.
      event satisfies never;
  }
}

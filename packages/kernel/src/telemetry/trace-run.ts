import type { EventOrigin, KernelEvent } from '../events/events.js';
import type { ModelUsage } from '../model/types.js';
import type { OpenTelemetryLike, TelemetryOptions } from '../options/telemetry-options.js';
import { createSpanTree, type SpanTree } from './span-tree.js';

/** How the events of a protocol become spans. */
export interface TelemetrySource<Event> {
  /** The name of the tracer. */
  readonly tracerName: string;
  /** Imports `@opentelemetry/api`. */
  readonly loadApi: () => Promise<OpenTelemetryLike>;
  traceEvent(event: Event, spans: SpanTree): void;
}

/**
 * Makes spans of a run's events; ends when the run has. The first error of the tracer goes to `onFault`,
 * and no spans are made after it. All events are read in any case: a reader that leaves ends its run.
 */
export async function traceRun<Event>(
  events: AsyncIterable<Event>,
  api: OpenTelemetryLike,
  options: TelemetryOptions,
  source: TelemetrySource<Event>,
  onFault: (error: unknown) => void,
): Promise<void> {
  let spans: SpanTree | null = null;
  let isOn = true;
  const fail = (error: unknown): void => {
    if (isOn) onFault(error);
    isOn = false;
  };
  const attempt = (work: () => void): void => {
    if (!isOn) return;
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  for await (const event of events) {
    attempt(() => {
      spans ??= createSpanTree(api, options, source.tracerName, fail);
      source.traceEvent(event, spans);
    });
  }
  attempt(() => spans?.endAll());
}

/** The events of the kernel that make the same spans in every loop. */
type TracedEvent = EventOrigin &
  Extract<KernelEvent, { type: 'model-start' | 'model-end' | 'retry' | 'events-dropped' }>;

/** Makes spans of calls of the model that drives a run, each below the run's span. */
export function traceModelCall(event: TracedEvent, spans: SpanTree): void {
  const run = event.runId;
  const call = `${run}/model`;
  switch (event.type) {
    case 'model-start':
      spans.start(call, run, 'chat', event.purpose, { 'rlm.messages': event.messages });
      return;
    case 'model-end':
      spans.set(call, usageAttributes(event.usage));
      spans.content(call, { 'gen_ai.output.messages': event.text });
      spans.end(call);
      return;
    case 'retry':
      if (event.kind === 'model')
        spans.set(call, { 'rlm.attempts': event.attempt + 1, 'error.type': event.error.code });
      return;
    case 'events-dropped':
      spans.endMissed(event.type);
      return;
    default:
      event satisfies never;
  }
}

/** The tokens of a call or of a run, as OpenTelemetry names them. */
export const usageAttributes = ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
}: ModelUsage): Readonly<Record<string, number | undefined>> => ({
  'gen_ai.usage.input_tokens': inputTokens,
  // Those of the input tokens that came from the provider's cache.
  'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
  'gen_ai.usage.output_tokens': outputTokens,
});

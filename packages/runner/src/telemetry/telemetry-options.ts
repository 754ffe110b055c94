/** A span, as much of OpenTelemetry's as is used. */
export interface SpanLike {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException?(error: Error | string): void;
  end(): void;
}

/** A tracer, as much of OpenTelemetry's as is used. */
export interface TracerLike {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number | boolean> },
    context?: never,
  ): SpanLike;
}

/** Spans of a run, its model calls and its tools, after the GenAI conventions. */
export interface TelemetryOptions {
  /** Default: the tracer `@rlm/runner` of `@opentelemetry/api`, loaded when the run starts. */
  readonly tracer?: TracerLike;
  /** Puts prompts, replies and answers into the spans. Default false. */
  readonly recordContent?: boolean;
}

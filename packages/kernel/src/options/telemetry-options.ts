/** A span, as much of OpenTelemetry's as is used. */
export interface SpanLike {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
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

/** The module `@opentelemetry/api`, as much of it as is used. */
export interface OpenTelemetryLike {
  readonly trace: {
    getTracer(name: string): TracerLike;
    setSpan(context: never, span: never): unknown;
  };
  readonly context: { active(): unknown };
}

/**
 * Spans after OpenTelemetry's GenAI conventions: `invoke_workflow` for a run and each child run, `chat` for model calls, `execute_tool` for
 * executed code, actions and tools.
 */
export interface TelemetryOptions {
  /** The module `@opentelemetry/api`. Default: loaded when the run starts; it must be installed then. */
  readonly api?: OpenTelemetryLike | undefined;
  /** Default: the module's tracer with the name of the package, such as `@rlm/runner`. */
  readonly tracer?: TracerLike | undefined;
  /** Puts questions, prompts, replies, code and answers into the spans. Default false. */
  readonly recordContent?: boolean | undefined;
}

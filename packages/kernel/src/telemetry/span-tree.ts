import { cutText } from '@rlm/repl-types';
import { askHook, tellHook } from '@rlm/repl-types/internal';

import type {
  OpenTelemetryLike,
  SpanLike,
  TelemetryOptions,
} from '../options/telemetry-options.js';

/** Values of attributes; an undefined one is not set. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Open spans by a key, each below its parent. */
export interface SpanTree {
  start(
    key: string,
    parent: string | null,
    operation: string,
    what: string,
    attributes: Attributes,
  ): void;
  set(key: string, attributes: Attributes): void;
  /** Sets attributes that hold content, if it is to be recorded. */
  content(key: string, attributes: Attributes): void;
  /** Ends a span, with an error's type if it failed. */
  end(key: string, errorType?: string): void;
  /** Ends what is still open, the innermost first. */
  endAll(): void;
  /** Ends all but the first: which of their ends were missed is unknown. */
  endMissed(errorType: string): void;
}

/** Characters of a text in an attribute: spans wait in memory to be exported. */
const contentChars = 32_000;

/** The status code of OpenTelemetry for an error. */
const statusError = 2;

/** A tree without spans, which starts them with a tracer of the module: by default the one of this name. */
export function createSpanTree(
  api: OpenTelemetryLike,
  options: TelemetryOptions,
  tracerName: string,
  onFault: (error: unknown) => void,
): SpanTree {
  const tracer = options.tracer ?? askHook('getTracer()', () => api.trace.getTracer(tracerName));
  const active = askHook('context.active()', () => api.context.active());
  /** Has a span do something without waiting for it; throws what it throws at once. */
  const tell = (said: unknown): void => {
    if (said !== undefined) tellHook(() => said, [], onFault);
  };
  const open = new Map<string, SpanLike>();

  const set = (key: string, attributes: Attributes): void => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) tell(open.get(key)?.setAttribute(name, value));
    }
  };
  const end = (key: string, errorType?: string): void => {
    const span = open.get(key);
    if (span === undefined) return;
    open.delete(key);
    if (errorType !== undefined) {
      tell(span.setAttribute('error.type', errorType));
      tell(span.setStatus({ code: statusError, message: errorType }));
    }
    const finish: () => unknown = span.end.bind(span);
    tell(finish());
  };

  return {
    start(key, parent, operation, what, attributes) {
      const above = parent === null ? undefined : open.get(parent);
      const context =
        above === undefined
          ? active
          : askHook('setSpan()', () => api.trace.setSpan(active as never, above as never));
      const name = `${operation} ${what}`;
      open.set(
        key,
        askHook('startSpan()', () =>
          tracer.startSpan(
            name,
            { attributes: { 'gen_ai.operation.name': operation } },
            context as never,
          ),
        ),
      );
      set(key, attributes);
    },
    set,
    content(key, attributes) {
      if (options.recordContent !== true) return;
      const short = Object.entries(attributes).map(([name, value]) => [
        name,
        typeof value === 'string' ? cutText(value, contentChars).text : value,
      ]);
      set(key, Object.fromEntries(short) as Attributes);
    },
    end,
    endAll() {
      for (const key of [...open.keys()].reverse()) end(key);
    },
    endMissed(errorType) {
      const [, ...others] = open.keys();
      for (const key of others.reverse()) end(key, errorType);
    },
  };
}

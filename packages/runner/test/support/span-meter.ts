import type { OpenTelemetryLike } from '../../src/index.js';

/** What spans came to. */
export interface SpanCounts {
  begun: number;
  open: number;
  mostOpen: number;
  /** Characters of the longest text in an attribute. */
  longest: number;
  readonly errors: Set<string>;
}

/** Spans that are counted while they are open, and whose texts are measured. */
export function spanMeter(): { readonly seen: SpanCounts; readonly api: OpenTelemetryLike } {
  const seen: SpanCounts = { begun: 0, open: 0, mostOpen: 0, longest: 0, errors: new Set() };
  const startSpan = (): object => {
    seen.begun += 1;
    seen.open += 1;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    return {
      setAttribute(key: string, value: unknown) {
        if (typeof value === 'string') seen.longest = Math.max(seen.longest, value.length);
        if (key === 'error.type') seen.errors.add(String(value));
      },
      setStatus: () => undefined,
      end: () => void (seen.open -= 1),
    };
  };
  const api = {
    trace: { getTracer: () => ({ startSpan }), setSpan: () => ({}) },
    context: { active: () => ({}) },
  } as unknown as OpenTelemetryLike;
  return { seen, api };
}

import type { Span } from './detection.js';
import { scanReply } from './scan/scan-reply.js';

const marks = /\[THINK\]|◁think▷|<\|/i;

/** Where a text has thoughts whose marks are no elements (`[THINK]`, `<|START_THINKING|>`, channels), outside of code. */
export function thoughtSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  if (!marks.test(text)) return spans;
  scanReply(text, {
    onHidden(what, start, end) {
      if (what === 'aside' && marks.test(text.slice(start, end))) spans.push([start, end]);
    },
  });
  return spans;
}

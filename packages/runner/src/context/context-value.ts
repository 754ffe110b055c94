import type { JsonValue } from '@rlm/sandbox';

/** What a run can answer questions about: text, JSON data, or a source of text that is read once. */
export type ContextValue = JsonValue | Blob | ReadableStream<Uint8Array | string>;

/** One of several contexts, under its own variable's name. */
export interface NamedContext {
  readonly value: ContextValue;
  /** What it holds, in a sentence for the model. */
  readonly description?: string;
  /** What the model may or may not do with it. */
  readonly constraints?: string;
}

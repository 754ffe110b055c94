import type { JsonValue, LongText } from '@rlm/sandbox';

/**
 * What a run can answer questions about: text, JSON data, a text file (`fileContext` of `@rlm/files`), or a source of text
 * that is read once (a `Blob`, a `ReadableStream` of text or bytes). Data may be of any interface of yours, and is taken as it is at the call. What JSON cannot
 * hold (a function, a circle, a promise) is refused there, with its path; a Map becomes an object, a Date a text.
 */
export type ContextValue = string | number | boolean | object | null;

/** One of several contexts, under its own variable's name. */
export interface NamedContext {
  readonly value: ContextValue;
  /** What it holds, in a sentence for the model. */
  readonly description?: string | undefined;
  /** What the model may or may not do with it. */
  readonly constraints?: string | undefined;
}

/** A context as it was read. */
export type ContextData = JsonValue | LongText;

/**
 * What a run can answer questions about: text, JSON data, or a source of text that is read once (a `Blob`, a
 * `ReadableStream` of text or bytes). Data may be of any interface of yours; what JSON would lose (a Map, a
 * function, a promise) is refused at the call.
 */
export type ContextValue = string | number | boolean | object | null;

/** One of several contexts, under its own variable's name. */
export interface NamedContext {
  readonly value: ContextValue;
  /** What it holds, in a sentence for the model. */
  readonly description?: string;
  /** What the model may or may not do with it. */
  readonly constraints?: string;
}

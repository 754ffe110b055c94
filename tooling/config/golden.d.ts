/** Compares what a run did with its files; see golden.js. */
export function expectGolden(
  folder: string,
  name: string,
  found: { readonly first: string; readonly now: string },
): void;

/** A text that a person can read, in which times and ids are made equal. */
export interface GoldenText {
  /** A value on one line. */
  line(value: unknown): string;
  heading(title: string): void;
  /** Adds a line: words, and a value. */
  add(words: string, value?: unknown): void;
  /** Adds a text of several lines; one that was added before is named. */
  text(title: string, text: string): void;
  whole(): string;
}

/** Begins a {@link GoldenText}. */
export function goldenText(): GoldenText;

/** Adds the requests that a model got, and the events and the result of a run. */
export function addRun(
  text: GoldenText,
  seen: {
    readonly requests: readonly object[];
    readonly events: readonly object[];
    readonly result: object;
  },
  words?: string,
): void;

/** The usage of a run without tokens that were estimated. */
export function reported(usage: object): object;

/**
 * A part of a context. `start` and `end` are indexes of UTF-16 code units, as in `slice`: in the
 * text, or in the string at `path`.
 */
export interface CoverageSpan {
  /** The context's name: `context`, or its key in `contexts`. */
  readonly context: string;
  /**
   * In JSON data: the JSON Pointer (RFC 6901) of the string. For a whole list or object it is the
   * pointer of that: `start` is 0 then, and `end` is the number of characters of all strings in it.
   */
  readonly path?: string;
  readonly start: number;
  readonly end: number;
}

/** Words of an answer that a context contains: `quote` is the text of the context. */
export interface Evidence extends CoverageSpan {
  readonly quote: string;
}

/** How much of the contexts was read: shares of their characters, from 0 to 1. */
export interface CoverageFigures {
  /** What printed output, or the prompts of answered sub-queries, contained. */
  readonly fraction: number;
  /** What sub-models and child runs read. */
  readonly bySubModels: number;
  /** What was read more than once. */
  readonly duplicated: number;
}

/**
 * What a run read of its contexts: printed output, as far as the model sees it, and prompts of
 * sub-queries. What only code looked at does not count.
 */
export interface RlmCoverage extends CoverageFigures {
  /**
   * The number of measured characters: all characters of texts, those of the strings in JSON data.
   */
  readonly chars: number;
  /** The share of each context that was read, by name. */
  readonly contexts: Readonly<Record<string, number>>;
  /**
   * What was not read, in the order of the contexts; only the longest parts if there are more than
   * 1,000.
   */
  readonly unread: readonly CoverageSpan[];
  /**
   * The places in the contexts that contain words of the answer; quotes have up to 200 characters.
   */
  readonly evidence: readonly Evidence[];
}

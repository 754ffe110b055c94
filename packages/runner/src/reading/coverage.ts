/**
 * A part of a context. `start` and `end` are indexes of UTF-16 code units, as `slice` takes them: in the text, or in the string
 * that `path` leads to.
 */
export interface CoverageSpan {
  /** The context's name: `context`, or its key in `contexts`. */
  readonly context: string;
  /**
   * In JSON data: the JSON Pointer (RFC 6901) of the string. Of a list or an object of which all is meant, its own: `start` is 0
   * then, and `end` how many characters all strings in it have together.
   */
  readonly path?: string;
  readonly start: number;
  readonly end: number;
}

/** Words of an answer that stand in a context: `quote` is what stands there. */
export interface Evidence extends CoverageSpan {
  readonly quote: string;
}

/** How much of the contexts was read: shares of their characters, from 0 to 1. */
export interface CoverageFigures {
  /** What stood in printed output, or in the prompts of sub-queries that were answered. */
  readonly fraction: number;
  /** What sub-models and child runs read. */
  readonly bySubModels: number;
  /** What was read more than once. */
  readonly duplicated: number;
}

/**
 * What a run read of its contexts: output that was printed, as far as the model is shown it, and prompts of sub-queries. What code alone
 * looked at is not read.
 */
export interface RlmCoverage extends CoverageFigures {
  /** Characters that are measured: of texts all, of JSON data those of its strings. */
  readonly chars: number;
  /** The share of each context that was read, by its name. */
  readonly contexts: Readonly<Record<string, number>>;
  /** What nobody read, in the order of the contexts: the longest parts, where there are more than 1,000. */
  readonly unread: readonly CoverageSpan[];
  /** Where words of the answer stand in the contexts; quotes of up to 200 characters. */
  readonly evidence: readonly Evidence[];
}

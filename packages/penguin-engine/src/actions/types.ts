/**
 * How text is read. `strict` (the default) runs nothing that is quoted or ambiguous. `compat` reads
 * like Penguin, a coding agent written in Python: exact tags, the first closing tag wins, quoted tags count,
 * bodies are stripped and entities decoded.
 */
export type ActionProfile = 'strict' | 'compat';

/** The options of `parseActions`. */
export interface ParseActionsOptions {
  /** The names that are actions. Any other tag is text. */
  readonly names: Iterable<string>;
  /** Default: `strict`. */
  readonly profile?: ActionProfile | undefined;
}

/** The options of `stripActions`. */
export interface StripActionsOptions extends ParseActionsOptions {
  /**
   * What to remove. `complete` (the default): whole elements. `incomplete`: what a stream left
   * unfinished at its end, which is a partial tag or an element without its closing tag; whole
   * elements stay.
   */
  readonly part?: 'complete' | 'incomplete' | undefined;
}

/** One action that a text asks for. */
export interface ParsedAction {
  /** One of the given names. */
  readonly name: string;
  /** The body; the empty text if there is none. */
  readonly params: string;
  /** The range of the whole element: `text.slice(...span)`. In UTF-16 units, the end exclusive. */
  readonly span: readonly [start: number, end: number];
  /** The name as it was written, if `compat` read it as an alias of `name`. */
  readonly rawName?: string;
}

/**
 * What is wrong with a tag that was not run: `near_miss_tag` (attributes, wrong case), `quoted_tag`
 * (in code, a block quote, a comment, or reasoning), `unclosed_tag`, `interleaved_tags` (crossed),
 * `ambiguous_close` (an extra closing tag), `unparsed_finish` (a finish tool is named in prose, and
 * nothing is called), `too_many_tags` (more than 10,000 tags, fences and the like: nothing after
 * them is read).
 */
export type ActionDiagnosticCode =
  | 'near_miss_tag'
  | 'quoted_tag'
  | 'unclosed_tag'
  | 'interleaved_tags'
  | 'ambiguous_close'
  | 'unparsed_finish'
  | 'too_many_tags';

/** Why something that looks like an action was not read as one. */
export interface ActionDiagnostic {
  /** What is wrong. */
  readonly code: ActionDiagnosticCode;
  /** The region in which nothing runs. */
  readonly span: readonly [start: number, end: number];
  /** A sentence that may be shown to the model. */
  readonly message: string;
}

/** The actions of a text, in order, and what was not read as one. */
export interface ParsedActions {
  /** The actions to run, in order. */
  readonly actions: readonly ParsedAction[];
  /** What looks like an action but must not be run. */
  readonly diagnostics: readonly ActionDiagnostic[];
}

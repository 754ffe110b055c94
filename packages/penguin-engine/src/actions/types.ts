/**
 * How text is read. `strict` (the default) runs nothing that is quoted or ambiguous; `compat` reads as
 * the system of seed document 003 does: exact tags, first close wins, quoted tags count, bodies are
 * stripped and entities decoded.
 */
export type ActionProfile = 'strict' | 'compat';

/** What the reader of actions must know. */
export interface ParseActionsOptions {
  /** The names that are actions. Any other tag is text. */
  readonly names: Iterable<string>;
  /** Default: `strict`. */
  readonly profile?: ActionProfile;
}

/** What `stripActions` takes off. */
export interface StripActionsOptions extends ParseActionsOptions {
  /**
   * `complete` (the default): whole elements. `incomplete`: what a stream left unfinished at the end, a
   * tag under way or an element whose end is missing; whole elements stay.
   */
  readonly part?: 'complete' | 'incomplete';
}

/** One action that a text asks for. */
export interface ParsedAction {
  /** One of the names that were given. */
  readonly name: string;
  /** The body. An empty text where there is none. */
  readonly params: string;
  /** Where the whole element stands: `text.slice(...span)`. In UTF-16 units, the end exclusive. */
  readonly span: readonly [start: number, end: number];
  /** The name as it was written, where `compat` knows it as an alias of `name`. */
  readonly rawName?: string;
}

/**
 * What is wrong with a tag that was not run: `near_miss_tag` (attributes, wrong case), `quoted_tag` (in code,
 * a block quote, a comment, or reasoning), `unclosed_tag`, `interleaved_tags` (crossed), `ambiguous_close`
 * (surplus close), `unparsed_finish` (a finish tool is named in prose, and nothing is called), `too_many_tags` (more than 10,000 tags,
 * fences and the like: nothing after them is read).
 */
export type ActionDiagnosticCode =
  | 'near_miss_tag'
  | 'quoted_tag'
  | 'unclosed_tag'
  | 'interleaved_tags'
  | 'ambiguous_close'
  | 'unparsed_finish'
  | 'too_many_tags';

/** Why something that looks like an action was not taken as one. */
export interface ActionDiagnostic {
  /** What is wrong. */
  readonly code: ActionDiagnosticCode;
  /** The region in which nothing runs. */
  readonly span: readonly [start: number, end: number];
  /** A sentence that can be shown to the model. */
  readonly message: string;
}

/** The actions of a text, in its order, and what was not taken as one. */
export interface ParsedActions {
  /** What is to be run, in order. */
  readonly actions: readonly ParsedAction[];
  /** What looks like an action and is not to be run. */
  readonly diagnostics: readonly ActionDiagnostic[];
}

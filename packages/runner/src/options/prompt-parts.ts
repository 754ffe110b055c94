import type { REPLVariable, ReplLanguage } from '@rlm/repl-types';
import type { DialectWords } from '@rlm/termination/dialects';

/** The parts of a system prompt, in their order. */
export type PromptPartName =
  | 'task'
  | 'variables'
  | 'environment'
  | 'functions'
  | 'tools'
  | 'finish'
  | 'answer'
  | 'instructions';

/** What a part of the prompt may know of its run. Nothing here holds the contexts themselves. */
export interface PromptFacts {
  readonly language: ReplLanguage;
  /** Names of the ways to finish. */
  readonly dialects: readonly string[];
  /** How the prompt explains each of them, in the REPL's language. */
  readonly finish: readonly DialectWords[];
  /** The contexts, described. */
  readonly variables: readonly REPLVariable[];
  /** What is said of those that are contexts, by their names: sizes, kinds of items, keys. */
  readonly descriptions: ReadonlyMap<string, string>;
  /** Characters of output that a turn shows. */
  readonly maxOutputChars: number;
  /** What the backend says about its REPL. */
  readonly environment: string;
  /** The user's tools: name and description. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Helpers of the REPL whose names nothing else has: `grep`, `lines`, `chunk`. */
  readonly helpers: readonly string[];
  /** Whether `rlm_query` starts a child run here. */
  readonly recursive: boolean;
  /** Names that the `model` option of `llm_query` takes. */
  readonly models: readonly string[];
  /** Names that the `schema` option of sub-queries takes. */
  readonly schemas: readonly string[];
  /** What the answer must look like: JSON Schema or words; empty if any answer will do. */
  readonly answerShape: string;
  readonly instructions: string;
  readonly depth: number;
  readonly maxSteps: number;
}

/** Replaces a part: by a text, by a text made from the facts, or by nothing (`false`). */
export type PromptPart = string | false | ((facts: PromptFacts) => string);

/** Parts of the prompt to replace. */
export type PromptParts = Readonly<Partial<Record<PromptPartName, PromptPart>>>;

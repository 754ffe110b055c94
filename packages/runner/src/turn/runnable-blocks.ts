import type { CodeBlock } from '@rlm/termination';
import { looksLikeCode, parseCodeBlocks, tagsOf } from '@rlm/termination/internal';
import type { ReplLanguage } from '@rlm/repl-types';

/** The blocks of a reply that a REPL is to run, those that it does not, and whether one of them is cut off. */
export interface RunnableBlocks {
  readonly blocks: readonly CodeBlock[];
  /** Blocks in the REPL's language that do not run, since others in the reply are tagged `repl`. */
  readonly leftOut: readonly CodeBlock[];
  readonly unclosed: boolean;
}

/**
 * Blocks tagged `repl`; without any, those tagged with the REPL's language; without any of
 * these, untagged ones that look like code. A block without its closing fence never runs.
 */
export function runnableBlocks(text: string, language: ReplLanguage): RunnableBlocks {
  const all = parseCodeBlocks(text);
  const tagged = all.filter(({ tag }) => tag === 'repl');
  const ofLanguage = all.filter(({ tag }) => tag !== 'repl' && tagsOf(language).includes(tag));
  const untagged = all.filter(({ tag, code }) => tag === '' && looksLikeCode(code));
  const chosen = [tagged, ofLanguage, untagged].find((blocks) => blocks.length > 0) ?? [];
  return {
    blocks: chosen.filter(({ closed }) => closed),
    leftOut: tagged.length > 0 ? ofLanguage : [],
    unclosed: chosen.some(({ closed }) => !closed),
  };
}

/** Where the first closed tagged block of a text ends, its fence included; null if there is none. */
export function closedBlockEnd(text: string, language: ReplLanguage): number | null {
  const tags = ['repl', ...tagsOf(language)];
  return parseCodeBlocks(text, { tags }).find(({ closed }) => closed)?.span[1] ?? null;
}

/** A reply without some of its blocks. */
export function textAround(reply: string, blocks: readonly CodeBlock[]): string {
  const starts = [0, ...blocks.map(({ span }) => span[1])];
  const ends = [...blocks.map(({ span }) => span[0]), reply.length];
  const pieces = starts.map((start, index) => reply.slice(start, ends[index]));
  return pieces.join('').trim();
}

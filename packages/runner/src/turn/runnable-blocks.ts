import type { SandboxLanguage } from '@rlm/sandbox';
import { looksLikeCode, parseCodeBlocks, tagsOf, type CodeBlock } from '@rlm/termination';

/** The blocks of a reply that a REPL is to run, and whether one of them is cut off. */
export interface RunnableBlocks {
  readonly blocks: readonly string[];
  readonly unclosed: boolean;
}

/**
 * Blocks tagged `repl`; where there is none, those tagged with the REPL's language; where there is
 * none either, untagged ones that look like code. A block without its closing fence never runs.
 */
export function runnableBlocks(text: string, language: SandboxLanguage): RunnableBlocks {
  const all = parseCodeBlocks(text);
  const chosen = firstOf([
    all.filter(({ tag }) => tag === 'repl'),
    all.filter(({ tag }) => tagsOf(language).includes(tag)),
    all.filter(({ tag, code }) => tag === '' && looksLikeCode(code)),
  ]);
  return {
    blocks: chosen.filter(({ closed }) => closed).map(({ code }) => code),
    unclosed: chosen.some(({ closed }) => !closed),
  };
}

/** Where the first closed tagged block of a text ends, its fence included; null where there is none. */
export function closedBlockEnd(text: string, language: SandboxLanguage): number | null {
  const tags = ['repl', ...tagsOf(language)];
  return parseCodeBlocks(text, { tags }).find(({ closed }) => closed)?.span[1] ?? null;
}

function firstOf(choices: readonly (readonly CodeBlock[])[]): readonly CodeBlock[] {
  return choices.find((blocks) => blocks.length > 0) ?? [];
}

import type { CodeBlock } from '@rlm/termination';
import { isThinking, looksLikeCode, parseCodeBlocks, tagsOf } from '@rlm/termination/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import { inventedOutput } from './invented-output.js';

/** The blocks of a reply, by what becomes of them. */
export interface ReplyBlocks {
  /** Those that run, in order. */
  readonly blocks: readonly CodeBlock[];
  /** Blocks in the REPL's language that do not run, since others in the reply are tagged `repl`. */
  readonly leftOut: readonly CodeBlock[];
  /** Blocks that do not run, since they follow output that the reply invents. */
  readonly afterInvented: readonly CodeBlock[];
  /** All blocks of a reply that has none to run. */
  readonly unread: readonly CodeBlock[];
  /** Whether a block that was to run has no closing fence. */
  readonly unclosed: boolean;
  /** Whether lines were left out of blocks that show a terminal: output between prompts. */
  readonly hasShownOutput: boolean;
}

/**
 * Blocks tagged `repl`; without any, those tagged with the REPL's language; without any of these, untagged ones that look like
 * code. A block without its closing fence never runs, nor does one after a line that imitates the runner's output.
 */
export function runnableBlocks(text: string, language: ReplLanguage): ReplyBlocks {
  const all = parseCodeBlocks(text);
  const ours = all.filter(({ tag }) => namesOf(tag, language).length > 0);
  const tagged = ours.filter(({ tag }) => namesOf(tag, language).includes('repl'));
  const ofLanguage = ours.filter((block) => !tagged.includes(block));
  const untagged = all.filter(({ tag, code }) => tag === '' && looksLikeCode(code));
  const chosen = [tagged, ofLanguage, untagged].find((blocks) => blocks.length > 0) ?? [];
  const closed = chosen.filter((block) => block.closed);
  const invented = inventedOutput(text, all, closed);
  const blocks = closed.filter(({ span }) => span[0] < invented);
  const codes = blocks.map(({ code }) => withoutPrompts(code));
  return {
    blocks: blocks.map((block, index) => ({ ...block, ...codes[index] })),
    leftOut: tagged.length > 0 ? ofLanguage : [],
    afterInvented: closed.slice(blocks.length),
    unread: blocks.length > 0 ? [] : all,
    unclosed: chosen.some((block) => !block.closed),
    hasShownOutput: codes.some(({ hasOutput }) => hasOutput),
  };
}

/**
 * Where the first closed tagged block of a text ends, its fence included, though more may follow; null if there is none, or a thought
 * may still go on.
 *
 * @param isOpened Whether its model closes thoughts that were opened before its texts.
 */
export function closedBlockEnd(
  text: string,
  language: ReplLanguage,
  isOpened = false,
): number | null {
  if (isThinking(text, isOpened)) return null;
  const isOurs = ({ tag, closed }: CodeBlock): boolean =>
    closed && namesOf(tag, language).length > 0;
  return parseCodeBlocks(text).find(isOurs)?.span[1] ?? null;
}

/** Words beside the name of a language that say nothing of it, and versions. */
const beside = /^(?:\d*|exec\w*|run|eval|code|cell|interactive|showlinenumbers)$/;

/** The names of the REPL and of its language in a tag; none if the tag says something else, too. */
function namesOf(tag: string, language: ReplLanguage): readonly string[] {
  const names = ['repl', ...tagsOf(language)];
  const words = tag
    .split(/[\s:]+/)
    .flatMap((word) => (names.includes(word) ? [word] : word.split(/[^a-z\d+#]+/)));
  const found = words.filter((word) => names.includes(word));
  return words.every((word) => found.includes(word) || beside.test(word)) ? found : [];
}

/** A reply without some of its blocks. */
export function textAround(reply: string, blocks: readonly CodeBlock[]): string {
  const starts = [0, ...blocks.map(({ span }) => span[1])];
  const ends = [...blocks.map(({ span }) => span[0]), reply.length];
  const pieces = starts.map((start, index) => reply.slice(start, ends[index]));
  return pieces.join('').trim();
}

/** A reply that quotes its code, without the marks of the quotation; a reply with code outside of them stays. */
export function unquoted(text: string, language: ReplLanguage, deepest = 3): string {
  if (deepest === 0 || !/^[ \t]*(?:>[ \t]?)+(?:`{3}|~{3})/m.test(text)) return text;
  const { blocks, unclosed } = runnableBlocks(text, language);
  const isQuoted = ({ span }: CodeBlock): boolean =>
    /^[ \t]*>/.test(text.slice(text.lastIndexOf('\n', span[0] - 1) + 1));
  if (unclosed || !blocks.every(isQuoted)) return text;
  return unquoted(text.replace(/^[ \t]*>[ \t]?/gm, ''), language, deepest - 1);
}

/** What a terminal shows before a line that was typed: of Python, of Node.js, of a notebook. */
const prompt = /^(?:>>>|(?:>|\.{3}|In \[\d*\]:|[ \t]+\.{3}:)(?=[ \t]|$))[ \t]?/;

/** The code of a block that shows a terminal: what follows its prompts. */
function withoutPrompts(code: string): { readonly code: string; readonly hasOutput: boolean } {
  const lines = code.split('\n');
  const isSpoken = (line: string): boolean => /^[ \t]*(?:(?:#|\/\/).*)?$/.test(line);
  const first = lines.find((line) => !isSpoken(line)) ?? '';
  if (!/^(?:>|In )/.test(first) || !prompt.test(first)) return { code, hasOutput: false };
  const typed = lines.filter((line) => prompt.test(line));
  const hasOutput = lines.some((line) => !isSpoken(line) && !prompt.test(line));
  return { code: typed.map((line) => line.replace(prompt, '')).join('\n'), hasOutput };
}

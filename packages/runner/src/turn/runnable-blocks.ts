import type { CodeBlock } from '@rlm/termination';
import { isThinking, looksLikeCode, parseCodeBlocks, tagsOf } from '@rlm/termination/internal';
import type { ReplLanguage } from '@rlm/repl-types';

/** The blocks of a reply, by what becomes of them. */
export interface ReplyBlocks {
  /** Those that run, in order. */
  readonly blocks: readonly CodeBlock[];
  /** Blocks in the REPL's language that do not run, since others in the reply are tagged `repl`. */
  readonly leftOut: readonly CodeBlock[];
  /** Blocks that do not run, since they follow output that the reply invents. */
  readonly afterInvented: readonly CodeBlock[];
  /** Closed blocks of a reply that has none to run. */
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
  const tags = ['repl', ...tagsOf(language)];
  const words = (tag: string): readonly string[] => tag.split(/[\s:]+/);
  const isOurs = (tag: string): boolean => words(tag).every((word) => tags.includes(word));
  const isRepl = (tag: string): boolean => isOurs(tag) && words(tag).includes('repl');
  const tagged = all.filter(({ tag }) => isRepl(tag));
  const ofLanguage = all.filter(({ tag }) => isOurs(tag) && !isRepl(tag));
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
    unread: blocks.length > 0 ? [] : all.filter((block) => block.closed),
    unclosed: chosen.some((block) => !block.closed),
    hasShownOutput: codes.some(({ hasOutput }) => hasOutput),
  };
}

/**
 * Where the first closed tagged block of a text ends, its fence included, though more may follow; null if there is none, or a thought
 * may still go on.
 */
export function closedBlockEnd(text: string, language: ReplLanguage): number | null {
  if (isThinking(text)) return null;
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

/** A reply that quotes its code, without the marks of the quotation; a reply with code outside of them stays. */
export function unquoted(text: string, language: ReplLanguage): string {
  if (!/^[ \t]*>[ \t]?(?:`{3}|~{3})/m.test(text)) return text;
  const { blocks, unclosed } = runnableBlocks(text, language);
  const isQuoted = ({ span }: CodeBlock): boolean =>
    /^[ \t]*>/.test(text.slice(text.lastIndexOf('\n', span[0] - 1) + 1));
  return !unclosed && blocks.every(isQuoted) ? text.replace(/^[ \t]*>[ \t]?/gm, '') : text;
}

/** Lines as the runner writes them above the output of a block, and as other harnesses do. */
const imitation =
  /^[ \t>*_#]*(?:REPL output[*_]*:|Observation[*_]*:|<(?:antml:)?(?:function_results?|tool_results?|tool_response|observation)\b|(?:Output|Result|Execution (?:output|result))s?[*_]*:[*_]*[ \t]*\n\s{0,100}(?:`{3}|~{3}))/gim;

/** Where a reply begins to invent what its code printed: after its first block, outside of all; Infinity if it does not. */
function inventedOutput(
  text: string,
  all: readonly CodeBlock[],
  closed: readonly CodeBlock[],
): number {
  const first = closed[0]?.span[1] ?? Infinity;
  let next = 0;
  for (const { index } of text.matchAll(imitation)) {
    if (index < first) continue;
    while ((all[next]?.span[1] ?? Infinity) <= index) next += 1;
    if (index < (all[next]?.span[0] ?? Infinity)) return index;
  }
  return Infinity;
}

/** The code of a block that shows a terminal of Python: what follows its prompts. */
function withoutPrompts(code: string): { readonly code: string; readonly hasOutput: boolean } {
  if (!code.startsWith('>>>')) return { code, hasOutput: false };
  const lines = code.split('\n');
  const typed = lines.filter((line) => /^(?:>>>|\.\.\.)(?: |$)/.test(line));
  const hasOutput = lines.some((line) => line.trim() !== '' && !typed.includes(line));
  return { code: typed.map((line) => line.slice(4)).join('\n'), hasOutput };
}

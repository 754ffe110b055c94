import { text as string } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { checkText } from './check-options.js';
import { parseCodeBlocks } from './code-blocks.js';
import { indexOfFenceMark } from './scan/fence.js';

/** What models write for code to be run, whatever its language. */
const any = ['tool_code', 'code_execution', 'code_interpreter'];
const python = [
  ...['python', 'py', 'python3', 'py3', 'ipython', 'ipython3', 'pycon', 'pyrepl'],
  ...['cpython', 'pyodide', 'jupyter', ...any],
];
const javascript = [
  ...['javascript', 'js', 'mjs', 'cjs', 'jsx', 'node', 'nodejs', 'ecmascript', 'es6', 'esm'],
  ...['typescript', 'ts', 'mts', 'cts', 'tsx', 'quickjs', 'deno', 'bun'],
];

/** The tags of blocks that a REPL of `language` runs: the language, and Python's unless it is JavaScript. */
export function tagsOf(language: string): readonly string[] {
  const tag = language.toLowerCase();
  return javascript.includes(tag) ? [...javascript, ...any] : [tag, ...python];
}

const codeMark =
  /import |def |class |print\(|\.log\(|=|\b(?:FINAL(?:_VAR)?|SUBMIT|[lr]lm_query\w*)\s*\(|^[ \t]*(?:async )?(?:for|while|function)\b.*[:{]/m;
const onlyUrls = /^(?:\s*\w+:\/\/\S+(?=\s|$))+$/;

/** Whether the code of an untagged block looks like a program: not JSON, not URLs, not output, not a block that is shown. */
export function looksLikeCode(code: string): boolean {
  if (!codeMark.test(code) || onlyUrls.test(code) || indexOfFenceMark(code) === 0) return false;
  try {
    JSON.parse(code);
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the code of a reply's blocks that a REPL should run, in order. These are the blocks tagged
 * `repl`, or as Python, JavaScript or TypeScript. With a `language`, they are those of that language (any other name than
 * one of JavaScript's takes Python's tags too). If there are none, they are the untagged blocks that look like code.
 * Unclosed blocks are left out. Throws `InvalidOptionError` for what is no text.
 */
export function extractCodeBlocks(text: string, language?: string): string[] {
  checkText('text', text);
  checkOption('language', language, string, refuseOption);
  const tags = language === undefined ? [...tagsOf('repl'), ...javascript] : tagsOf(language);
  const blocks = parseCodeBlocks(text);
  const tagged = blocks.filter(({ tag }) => tags.includes(tag));
  const chosen =
    tagged.length > 0
      ? tagged
      : blocks.filter(({ tag, code }) => tag === '' && looksLikeCode(code));
  return chosen.filter(({ closed }) => closed).map(({ code }) => code);
}

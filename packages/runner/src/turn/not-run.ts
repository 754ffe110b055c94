import type { REPLResult, ReplLanguage } from '@rlm/repl-types';

/** Where a block stopped by an error, and what of it did not run. */
export interface NotRun {
  /** The line of the error, from 1. */
  readonly line: number;
  /** The first and the last line that did not run; null if none is left. */
  readonly lines: readonly [first: number, last: number] | null;
  /** Names that those lines, or the one that failed, were to set. */
  readonly names: readonly string[];
  /** Whether nothing of it ran, since a look at it found that it is certain to fail: its error says so. */
  readonly isRefused: boolean;
  /** Whether the block was no code of its language, so that nothing of it ran. */
  readonly isUnread: boolean;
}

/** What a failed block did not run; null if it is unknown on which line it stopped. */
export function notRun(code: string, result: REPLResult, language: ReplLanguage): NotRun | null {
  const { error, outcome } = result;
  if (error === undefined || outcome !== 'error') return null;
  const isUnread = isSyntaxError(error.type, error.message, language);
  const line = isUnread ? syntaxLine(error.traceback) : topLine(error.traceback, language);
  const lines = code.split('\n');
  if (line === null || line > lines.length) return null;
  const names = namesSet(lines, language);
  const isRefused = result.refused;
  if (isUnread || isRefused) return { line, lines: null, names, isRefused, isUnread };
  const next = nextStatement(lines, line);
  const last = lines.findLastIndex((text) => isCode(text)) + 1;
  const first = next === null || next > last ? null : next;
  const start = statementStart(lines, line);
  return {
    line,
    lines: first === null ? null : [first, last],
    names: namesSet(lines.slice(start - 1), language),
    isRefused,
    isUnread,
  };
}

/** The line of the cell's own statement that failed: of the frames, the one outside of functions. */
function topLine(traceback: string, language: ReplLanguage): number | null {
  const frames =
    language === 'python'
      ? traceback.matchAll(/^ {2}File "<cell \d+>", line (\d+), in <module>$/gm)
      : traceback.matchAll(/^ {2}cell \d+, line (\d+)$/gm);
  const line = [...frames].at(-1)?.[1];
  return line === undefined ? null : Number(line);
}

function syntaxLine(traceback: string): number | null {
  const line = /(?:File "<cell \d+>"|^ {2}cell \d+), line (\d+)/m.exec(traceback)?.[1];
  return line === undefined ? null : Number(line);
}

/** Whether the block could not be read: what `JSON.parse` or `eval` could not read says so in another way. */
function isSyntaxError(type: string, message: string, language: ReplLanguage): boolean {
  if (language === 'javascript') return type === 'SyntaxError' && !/^[a-z]/.test(message);
  return /^(?:Syntax|Indentation|Tab)Error$/.test(type) && !/\(<(?:unknown|string)>/.test(message);
}

const continues = /^(?:\s|[)\]}.?:+\-*/&|,]|(?:else|elif|except|finally|catch|case)\b)/;
const comment = /^\s*(?:#|\/\/)/;

function isCode(line: string): boolean {
  return line.trim() !== '' && !comment.test(line);
}

/** The first line after `line` that begins a statement of the block itself; null if there is none. */
function nextStatement(lines: readonly string[], line: number): number | null {
  const index = lines.findIndex((text, at) => at >= line && isCode(text) && !continues.test(text));
  return index < 0 ? null : index + 1;
}

function statementStart(lines: readonly string[], line: number): number {
  let start = line;
  while (start > 1 && continues.test(lines[start - 1] ?? '')) start -= 1;
  return start;
}

/** A line that sets a name, and the name. */
const setting: Readonly<Record<ReplLanguage, RegExp>> = {
  python: /^(?:(?:async +)?def +(\w+)|class +(\w+)|([A-Za-z_]\w*)(?: *:[^=\n]+)? *=(?!=))/,
  javascript: /^(?:(?:const|let|var|class) +([\w$]+)|([A-Za-z_$][\w$]*) *=(?![=>]))/,
};

/** The names that lines set at their beginning, as far as their form tells. */
function namesSet(lines: readonly string[], language: ReplLanguage): readonly string[] {
  const names = lines.flatMap((line) => setting[language].exec(line.slice(0, 200))?.slice(1) ?? []);
  return [...new Set(names.filter((name) => (name as string | undefined) !== undefined))];
}

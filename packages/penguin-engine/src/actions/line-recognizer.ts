import { isBlank, type TokenSink } from './tokens.js';

const newline = 10;
const backslash = 92;
const greater = 62;
const tick = 96;
const tilde = 126;
const maxPrefixChars = 64;
const prefixPattern = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;

/** Recognises the marks by which Markdown quotes: block quotes, runs of backticks and of tildes. */
export interface LineRecognizer {
  /** The line of the next unit, from 0. */
  readonly line: number;
  step(code: number, position: number): void;
  /** Ends the text here. */
  end(position: number): void;
}

/** A recogniser whose state is a few fields, whatever the length of the input. */
export function createLineRecognizer(sink: TokenSink): LineRecognizer {
  let line = 0;
  let paragraph = 0;
  let isEmptyLine = true;
  let prefix: string | null = '';
  let run: { readonly code: number; readonly start: number } | null = null;
  let previous = 0;

  function endRun(position: number): void {
    if (run === null) return;
    const { code, start } = run;
    sink({ kind: 'run', char: code === tick ? '`' : '~', start, end: position, line, paragraph });
    run = null;
  }

  function startRun(code: number, position: number): void {
    prefix = null;
    if (previous !== backslash) run = { code, start: position };
  }

  function readPrefix(code: number, position: number): void {
    if (prefix === null) return;
    if (code === greater && prefixPattern.test(prefix)) {
      sink({ kind: 'quote-line', name: '', start: position, end: position + 1, line });
      prefix = null;
    } else if (prefix.length < maxPrefixChars && isPrefixCode(code)) {
      prefix += String.fromCharCode(code);
    } else prefix = null;
  }

  return {
    get line() {
      return line;
    },
    step(code, position) {
      if (run !== null && run.code !== code) endRun(position);
      if (code === newline) {
        if (isEmptyLine) paragraph += 1;
        line += 1;
        isEmptyLine = true;
        prefix = '';
      } else {
        if (!isBlank(code)) isEmptyLine = false;
        if (code === tick || code === tilde) {
          if (run === null) startRun(code, position);
        } else readPrefix(code, position);
      }
      previous = code;
    },
    end(position) {
      endRun(position);
    },
  };
}

function isPrefixCode(code: number): boolean {
  // Blank, tab, ) * + - . and digits: the characters allowed before a quote in a list.
  return (
    code === 32 ||
    code === 9 ||
    (code >= 41 && code <= 46 && code !== 44) ||
    (code >= 48 && code <= 57)
  );
}

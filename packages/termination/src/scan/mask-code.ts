import { delimiterAt, endOfLiteral } from './literal.js';

/** A language whose comments and strings are known. */
export type CodeLanguage = 'python' | 'javascript';

const starts: Readonly<Record<CodeLanguage, RegExp>> = {
  python: /["'#]/g,
  javascript: /(?<![^\n])[ \t]*```[^\n]*|["'`]|\/\/|\/\*/g,
};

function endAfter(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from);
  return index === -1 ? text.length : index + sought.length;
}

function endOfLine(text: string, from: number): number {
  const index = text.indexOf('\n', from);
  return index === -1 ? text.length : index;
}

/** The index after the comment or the string that starts at `at`. */
function endOfToken(code: string, at: number, token: string, language: CodeLanguage): number {
  switch (token) {
    case '#':
    case '//':
      return endOfLine(code, at);
    case '/*':
      return endAfter(code, '*/', at + 2);
    case '`': {
      const end = endOfLiteral(code, at, token);
      return end === -1 ? code.length : end;
    }
    case '"':
    case "'": {
      const delimiter = language === 'python' ? delimiterAt(code, at) : token;
      const triple = delimiter.length === 3;
      const end = endOfLiteral(code, at, delimiter, !triple);
      return end !== -1 ? end : triple ? code.length : endOfLine(code, at);
    }
    default:
      // A fence that was left in.
      return at + token.length;
  }
}

/** `code` with the text of its comments and strings blanked out, at the same length. */
export function maskCode(code: string, language: CodeLanguage): string {
  const start = new RegExp(starts[language]);
  const pieces: string[] = [];
  let copied = 0;
  for (let match = start.exec(code); match !== null; match = start.exec(code)) {
    const end = Math.max(endOfToken(code, match.index, match[0], language), match.index + 1);
    pieces.push(code.slice(copied, match.index), ' '.repeat(end - match.index));
    copied = end;
    start.lastIndex = end;
  }
  return pieces.join('') + code.slice(copied);
}

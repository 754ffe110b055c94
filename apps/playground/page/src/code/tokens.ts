import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';

/** A piece of code, and the classes that colour it. */
export interface Token {
  readonly text: string;
  readonly classes: string;
}

const parsers = { javascript, python };

/** Longer code is shown without colours. */
const maxChars = 50_000;

/** Code in pieces. Together they are the code, whatever it is. */
export function tokensOf(code: string, language: 'javascript' | 'python'): Token[] {
  if (code.length > maxChars) return [{ text: code, classes: '' }];
  const tokens: Token[] = [];
  highlightCode(
    code,
    parsers[language].parse(code),
    classHighlighter,
    (text, classes) => tokens.push({ text, classes }),
    () => tokens.push({ text: '\n', classes: '' }),
  );
  return tokens;
}

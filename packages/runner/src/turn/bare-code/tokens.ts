import type { ReplLanguage } from '@rlm/repl-types';

/** A piece of a program; comments and blanks are left out. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'open' | 'close' | 'operator' | 'newline';
  readonly text: string;
  /** Whether it follows a blank, a comment or a line's beginning. */
  readonly spaced: boolean;
  /** Columns from its line's beginning. */
  readonly column: number;
}

const word = '[\\p{ID_Start}_$][\\p{ID_Continue}$]*';
const number = '0[xob][\\da-f_]+|(?:\\d[\\d_]*\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?[jn]?(?![\\p{L}\\d])';
const quoted = '"(?:\\\\[^]|[^"\\\\\\n])*"|\'(?:\\\\[^]|[^\'\\\\\\n])*\'';

/** By language; groups: blanks and comments, line break, string, number, word, opening, closing, operator. */
const sources: Readonly<Record<ReplLanguage, readonly string[]>> = {
  python: [
    '[^\\S\\n]+|#.*|\\\\\\r?\\n',
    '\\n',
    `(?:[rbuf]{1,2})?(?:"""(?:\\\\[^]|[^\\\\])*?"""|'''(?:\\\\[^]|[^\\\\])*?'''|${quoted})|\\.{3}`,
    number,
    word,
    '[([{]',
    '[)\\]}]',
    '(?:\\*\\*|//|<<|>>|[-+*/%@&|^=!<>:])=|->|\\*\\*|//|<<|>>|[-+*/%@&|^~<>=.,:;]',
  ],
  javascript: [
    '[^\\S\\n]+|//.*|/\\*[^]*?(?:\\*/|$)',
    '\\n',
    `\`(?:\\\\[^]|[^\`\\\\])*\`|${quoted}`,
    number,
    word,
    '[([{]',
    '[)\\]}]',
    '=>|\\+\\+|--|\\.\\.\\.|\\?\\.|\\?\\?=?|(?:===|!==|\\*\\*|&&|\\|\\||>>>|<<|>>|[-+*/%&|^=!<>])=?|[~?.,:;]',
  ],
};
const kinds = ['newline', 'string', 'number', 'word', 'open', 'close', 'operator'] as const;

/**
 * The tokens of a text that may be a program, or null if something in it does not belong to the language.
 * Linear: the first such thing ends it. A slash of JavaScript is division: a text with a regular
 * expression in it may be taken for none.
 */
export function tokenize(text: string, language: ReplLanguage): readonly Token[] | null {
  const alternatives = sources[language].map((source) => `(${source})`).join('|');
  const pattern = new RegExp(alternatives, 'iuy');
  const tokens: Token[] = [];
  let lineStart = 0;
  let spaced = true;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return null;
    const kind = kinds.find((_, index) => match[index + 2] !== undefined);
    if (kind !== undefined) {
      tokens.push({ kind, text: match[0], spaced, column: match.index - lineStart });
    }
    spaced = kind === undefined || kind === 'newline';
    if (kind === 'newline') lineStart = pattern.lastIndex;
  }
  return tokens;
}

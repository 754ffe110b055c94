import { foldCase, globPattern } from './glob-pattern.js';

/** One line of a `.gitignore`. */
export interface IgnoreRule {
  /** Whether it takes back (`!`) what an earlier rule leaves out. */
  readonly isNegative: boolean;
  readonly isFolderOnly: boolean;
  /** Whether it has a slash inside or before, and so names a path from the folder of its file; else a name at any depth. */
  readonly isPath: boolean;
  readonly fits: (text: string) => boolean;
}

/**
 * The rules of a `.gitignore`, the last first: that decides. Texts have one character for each byte, as git compares them.
 *
 * @param isCaseless Whether capital letters (`A` to `Z`) are as small ones.
 */
export function parseIgnoreRules(text: string, isCaseless: boolean): readonly IgnoreRule[] {
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, '').split('\n');
  return lines.flatMap((line) => parseRule(line.replace(/\r$/, ''), isCaseless)).reverse();
}

function parseRule(line: string, isCaseless: boolean): readonly IgnoreRule[] {
  if (line.startsWith('#')) return [];
  const written = withoutTrailingBlanks(line);
  const isNegative = written.startsWith('!');
  const named = isNegative ? written.slice(1) : written;
  const isFolderOnly = named.endsWith('/');
  const path = isFolderOnly ? named.slice(0, -1) : named;
  const pattern = path.replace(/^\//, '');
  if (pattern === '') return [];
  const fits = comparison(pattern, isCaseless);
  return [{ isNegative, isFolderOnly, isPath: path.includes('/'), fits }];
}

/** Blanks at the end are no part of a pattern, unless a backslash is before them. */
function withoutTrailingBlanks(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === ' ') continue;
    end = Math.min(at + 1, line.length);
  }
  return line.slice(0, end);
}

/** As git does, what comes before the first wildcard is compared as it is; what follows is a pattern of its own. */
function comparison(pattern: string, isCaseless: boolean): (text: string) => boolean {
  const fold = isCaseless ? foldCase : (text: string): string => text;
  const wild = pattern.search(/[*?[\\]/);
  const plain = fold(wild < 0 ? pattern : pattern.slice(0, wild));
  if (wild < 0) return (text) => fold(text) === plain;
  const rest = globPattern(pattern.slice(wild), isCaseless);
  return (text) => {
    const folded = fold(text);
    return folded.startsWith(plain) && rest?.test(folded.slice(plain.length)) === true;
  };
}

/**
 * What rules say of a path: whether it is left out, or nothing.
 *
 * @param path From the folder of the rules.
 */
export function ruleOn(
  rules: readonly IgnoreRule[],
  path: string,
  isFolder: boolean,
): boolean | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = rules.find(
    ({ isFolderOnly, isPath, fits }) => (isFolder || !isFolderOnly) && fits(isPath ? path : name),
  );
  return found === undefined ? undefined : !found.isNegative;
}

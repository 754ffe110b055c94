/**
 * What a pattern of git describes: `?` and `*` for what has no slash, `[...]` for one character, `\` before a character that stands
 * for itself, and a `**` between slashes or ends for any folders. Undefined for a pattern that fits nothing: one whose class or
 * backslash has no end.
 *
 * @param pattern With one character for each byte, and so are the texts.
 * @param isCaseless Whether the texts have small letters in place of `A` to `Z`.
 */
export function globPattern(pattern: string, isCaseless: boolean): RegExp | undefined {
  let source = '';
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at] ?? '';
    if (char === '*') {
      const begin = at;
      while (pattern[at] === '*') at += 1;
      const isFolders =
        at > begin + 1 &&
        (begin === 0 || pattern[begin - 1] === '/') &&
        /^(?:$|\/|\\\/)/.test(pattern.slice(at, at + 2));
      if (isFolders && pattern[at] === '/') {
        source += '(?:[^]*/)?';
        at += 1;
      } else source += isFolders ? '[^]*' : '[^/]*';
    } else if (char === '?') {
      source += '[^/]';
      at += 1;
    } else if (char === '[') {
      const found = classAt(pattern, at + 1, isCaseless);
      if (found === undefined) return undefined;
      source += found.source;
      at = found.end;
    } else {
      const wanted = char === '\\' ? pattern[at + 1] : char;
      if (wanted === undefined) return undefined;
      // Git takes a capital letter behind a backslash as it is, and so finds none.
      source += escaped(isCaseless && char !== '\\' ? foldCase(wanted) : wanted);
      at += char === '\\' ? 2 : 1;
    }
  }
  return new RegExp(`^${source}$`);
}

/** A text with small letters in place of `A` to `Z`: git knows no others. */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

const escaped = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

type Fits = (char: string) => boolean;

/** A class of characters, from behind its bracket on; undefined if it has no end. */
function classAt(
  pattern: string,
  start: number,
  isCaseless: boolean,
): { readonly source: string; readonly end: number } | undefined {
  let at = start;
  const isNegative = pattern[at] === '!' || pattern[at] === '^';
  if (isNegative) at += 1;
  const either = (fits: Fits): Fits =>
    isCaseless ? (char) => fits(char) || (/[a-z]/.test(char) && fits(char.toUpperCase())) : fits;
  const parts: Fits[] = [];
  let before: string | undefined;
  // A bracket that comes first is one of its characters.
  for (const first = at; at === first || pattern[at] !== ']'; at += 1) {
    const char = pattern[at];
    if (char === undefined) return undefined;
    const [whole, name = ''] = /^\[:([^\]]*):\]/.exec(pattern.slice(at)) ?? [];
    if (whole !== undefined) {
      const test = classes.get(name);
      if (test === undefined) return undefined;
      parts.push(either((given) => test.test(given)));
      at += whole.length - 1;
      before = undefined;
    } else if (char === '-' && before !== undefined && !/^(?:$|\])/.test(pattern[at + 1] ?? '')) {
      at += pattern[at + 1] === '\\' ? 2 : 1;
      const [least, most] = [before, pattern[at]];
      if (most === undefined) return undefined;
      parts.push(either((given) => given >= least && given <= most));
      before = undefined;
    } else {
      if (char === '\\') at += 1;
      const wanted = pattern[at];
      if (wanted === undefined) return undefined;
      parts.push((given) => given === wanted);
      before = wanted;
    }
  }
  const chars = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => char !== '/' && parts.some((part) => part(char)) !== isNegative,
  );
  return { source: `[${chars.map(escaped).join('')}]`, end: at + 1 };
}

/** In the C locale, as git reads them. */
const classes: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9a-z]/i],
  ['alpha', /[a-z]/i],
  ['blank', /[ \t]/],
  ['cntrl', /[^ -~\x80-\xff]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9a-f]/i],
]);

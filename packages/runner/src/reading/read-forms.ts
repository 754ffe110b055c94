import { nextTurn } from '@rlm/repl-types/internal';

/** The number of characters that are unwrapped before other work gets a turn. */
const charsAtOnce = 131_072;

/** How many lines of a text are checked for line numbers, and which share of them must have one. */
const sampled = { lines: 200, share: 0.2 };

const escape =
  /\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|U([\da-f]{8})|([nrtvbf0'"`\\/]))/gi;

/** The number of a line, which a word or a path may precede. */
const lineNumber =
  /^([^\w\n]{0,4})(?:(?:line|row)[ \t]?|[\w./\\-]{1,80}[:(])?[ \t]{0,2}\d{1,9}(?=[^\w\n])/gim;

/** How often a text is read as a literal, since JSON may contain JSON. */
const maxLiterals = 2;

/**
 * Yields a text, then what it was before it was written as a literal (escapes of JSON, Python and
 * JavaScript are read), then that without line numbers; each form only if it differs.
 */
export async function* formsOf(read: string): AsyncGenerator<string, void, undefined> {
  let text = read;
  yield text;
  for (let literals = 0; literals < maxLiterals && text.includes('\\'); literals += 1) {
    text = await inParts(text, readEscapes);
    yield text;
  }
  if (hasNumbers(text)) yield await inParts(text, (part) => part.replace(lineNumber, '$1'));
}

async function inParts(text: string, change: (part: string) => string): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += charsAtOnce) {
    parts.push(change(text.slice(from, from + charsAtOnce)));
    await nextTurn();
  }
  return parts.join('');
}

function readEscapes(text: string): string {
  return text.replace(
    escape,
    (_, four?: string, braced?: string, two?: string, eight?: string, letter?: string) => {
      const digits = four ?? braced ?? two ?? eight;
      if (digits === undefined) return letter === 'n' ? '\n' : (letter ?? '').replace(/\w/, ' ');
      const code = Number.parseInt(digits, 16);
      return code > 0x10ffff ? ' ' : String.fromCodePoint(code);
    },
  );
}

/** Whether lines of a text begin with numbers: checks a sample of them, spread over the text. */
function hasNumbers(text: string): boolean {
  const step = Math.max(1, Math.floor(text.length / sampled.lines));
  let [lines, numbered] = [0, 0];
  for (let at = 0; at !== -1 && at < text.length; lines += 1) {
    lineNumber.lastIndex = 0;
    if (lineNumber.test(text.slice(at, at + 100))) numbered += 1;
    const next = text.indexOf('\n', at + (lines === 0 ? 0 : Math.min(step, 400)));
    at = next === -1 ? -1 : next + 1;
    if (lines > sampled.lines) break;
  }
  return numbered > 1 && numbered >= lines * sampled.share;
}

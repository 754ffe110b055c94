import { parseCodeBlocks, proseOf, soleBlock } from '@rlm/termination/internal';

/** A JSON value that a text holds. */
export interface FoundJson {
  readonly value: unknown;
}

/** The JSON value of a text, alone or in one fenced block; undefined if it is not JSON. */
export function readJson(text: string): FoundJson | undefined {
  return parseJson(text) ?? parseJson(soleBlock(text) ?? '');
}

/**
 * The JSON values that a text may mean, as a list of alternatives, likeliest first: all of it, its fenced blocks, the
 * objects and lists in its prose, single values that end a line. Each alternative has the values that were found in this way.
 */
export function readJsonReply(text: string): readonly (readonly FoundJson[])[] {
  const read = readJson(text);
  if (read !== undefined) return [[read]];
  const blocks = parseCodeBlocks(text).flatMap(({ code }) => parseJson(code) ?? []);
  const prose = proseOf(text);
  const inProse = spansOfJson(prose).flatMap((span) => parseJson(span) ?? []);
  const atEnds = [...prose.matchAll(singleValue)].flatMap(
    ([, value = '']) => parseJson(value) ?? [],
  );
  return [blocks, inProse, atEnds].filter(({ length }) => length > 0);
}

/** A line that holds a text, a number or `true` and the like, alone or after a colon or "the answer is". */
const singleValue =
  /^(?:[^\n]{0,200}(?::|\b(?:answer|result|value) is))?[\s*_`>]{0,9}("(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)[*_`]{0,3}\.?[*_`]{0,3}[ \t]*$/gim;

function parseJson(text: string): FoundJson | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return parseLoosely(text);
  }
}

/** The value of JSON with a comma after the last item of an object or a list. */
function parseLoosely(text: string): FoundJson | undefined {
  const commas = trailingCommas(text);
  if (commas.length === 0) return undefined;
  const starts = [0, ...commas.map((at) => at + 1)];
  const pieces = starts.map((start, index) => text.slice(start, commas[index]));
  try {
    return { value: JSON.parse(pieces.join('')) as unknown };
  } catch {
    return undefined;
  }
}

function trailingCommas(text: string): readonly number[] {
  const found: number[] = [];
  let comma = -1;
  for (const { mark, at } of marksOf(text, 0)) {
    if (mark === ',') comma = at;
    else {
      if ('}]'.includes(mark) && comma !== -1) found.push(comma);
      comma = -1;
    }
  }
  return found;
}

/** How many brackets without a partner are tried: each costs a look at all that follows it. */
const maxTries = 20;

/** The texts in prose that begin with `{` or `[` and end with the bracket that closes it; none is within another. */
function spansOfJson(prose: string): readonly string[] {
  const spans: string[] = [];
  let from = 0;
  for (let tries = 0; tries < maxTries;) {
    const start = from + prose.slice(from).search(/[{[]/);
    if (start < from) break;
    const end = closeOf(prose, start);
    if (end === -1) tries += 1;
    else spans.push(prose.slice(start, end));
    from = end === -1 ? start + 1 : end;
  }
  return spans;
}

function closeOf(text: string, start: number): number {
  let depth = 0;
  for (const { mark, at } of marksOf(text, start)) {
    if ('{['.includes(mark)) depth += 1;
    else if ('}]'.includes(mark) && --depth === 0) return at + 1;
  }
  return -1;
}

/** The characters of JSON outside of its strings, but for blanks. */
function* marksOf(text: string, from: number): Generator<{ mark: string; at: number }> {
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (isText && mark === '\\') at += 1;
    else if (mark === '"') isText = !isText;
    if (!isText && mark.trim() !== '') yield { mark, at };
  }
}

import { stepsOfText, type BoundedWork } from '@rlm/repl-types/internal';
import { parseCodeBlocks, proseOf, soleBlock } from '@rlm/termination/internal';

/** A JSON value that a text holds. */
export interface FoundJson {
  readonly value: unknown;
}

/** The JSON value of a text, alone or in one fenced block; undefined if it is not JSON. */
export async function readJson(text: string, work: BoundedWork): Promise<FoundJson | undefined> {
  return (await parseJson(text, work)) ?? (await parseJson(soleBlock(text) ?? '', work));
}

/** How many values in the prose around an answer, or in its blocks, are read. */
const maxValues = 20;

/** How many texts that might be values are tried. */
const maxTries = 1_000;

/**
 * The JSON values that a text may mean, as a list of alternatives, likeliest first: all of it, its fenced blocks, the
 * objects and lists in its prose, single values that end a line. Each alternative has the values that were found in this
 * way, 20 at most.
 */
export async function readJsonReply(
  text: string,
  work: BoundedWork,
): Promise<readonly (readonly FoundJson[])[]> {
  const read = await readJson(text, work);
  if (read !== undefined) return [[read]];
  const blocks = await parseAll(
    parseCodeBlocks(text).map(({ code }) => code),
    work,
  );
  const prose = proseOf(text);
  const inProse = await parseAll(spansOfJson(prose, work), work);
  const atEnds = await parseAll(singleValues(prose), work);
  return [blocks, inProse, atEnds].filter(({ length }) => length > 0);
}

/** A line that holds a text, a number or `true` and the like, alone or after a colon or "the answer is". */
const singleValue =
  /^(?:[^\n]{0,200}(?::|\b(?:answer|result|value) is))?[\s*_`>]{0,9}("(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)[*_`]{0,3}\.?[*_`]{0,3}[ \t]*$/gim;

function* singleValues(prose: string): Generator<string> {
  for (const [, value = ''] of prose.matchAll(singleValue)) yield value;
}

/** The values of the texts that are JSON. */
async function parseAll(
  texts: Iterable<string> | AsyncIterable<string>,
  work: BoundedWork,
): Promise<readonly FoundJson[]> {
  const found: FoundJson[] = [];
  let tries = 0;
  for await (const text of texts) {
    const read = await parseJson(text, work);
    if (read !== undefined) found.push(read);
    tries += 1;
    if (found.length === maxValues || tries === maxTries) break;
  }
  return found;
}

/** The steps of a parser that fails: making the error takes longer than reading a short text. */
const failureSteps = 30;

async function parseJson(text: string, work: BoundedWork): Promise<FoundJson | undefined> {
  await work.turn();
  work.spend(stepsOfText(text.length));
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    work.spend(failureSteps);
    return parseLoosely(text, work);
  }
}

/** The value of JSON with a comma after the last item of an object or a list. */
async function parseLoosely(text: string, work: BoundedWork): Promise<FoundJson | undefined> {
  const commas = await trailingCommas(text, work);
  if (commas.length === 0) return undefined;
  const starts = [0, ...commas.map((at) => at + 1)];
  const pieces = starts.map((start, index) => text.slice(start, commas[index]));
  await work.turn();
  work.spend(stepsOfText(text.length));
  try {
    return { value: JSON.parse(pieces.join('')) as unknown };
  } catch {
    return undefined;
  }
}

async function trailingCommas(text: string, work: BoundedWork): Promise<readonly number[]> {
  const found: number[] = [];
  let comma = -1;
  await scanMarks(text, 0, work, (mark, at) => {
    if (mark === ',') comma = at;
    else {
      if ('}]'.includes(mark) && comma !== -1) found.push(comma);
      comma = -1;
    }
    return false;
  });
  return found;
}

/** How many brackets without a partner are tried: each costs a look at all that follows it. */
const maxOpen = 20;

/** The texts in prose that begin with `{` or `[` and end with the bracket that closes it; none is within another. */
async function* spansOfJson(prose: string, work: BoundedWork): AsyncGenerator<string> {
  const bracket = /[{[]/g;
  for (let open = 0; open < maxOpen;) {
    const start = bracket.exec(prose)?.index;
    if (start === undefined) return;
    const end = await closeOf(prose, start, work);
    if (end === -1) open += 1;
    else {
      yield prose.slice(start, end);
      bracket.lastIndex = end;
    }
  }
}

async function closeOf(text: string, start: number, work: BoundedWork): Promise<number> {
  let depth = 0;
  let end = -1;
  await scanMarks(text, start, work, (mark, at) => {
    if ('{['.includes(mark)) depth += 1;
    else if ('}]'.includes(mark) && --depth === 0) end = at + 1;
    return end !== -1;
  });
  return end;
}

/** How many characters are scanned before the work is counted; scanning one takes a twentieth of a step. */
const scanned = { chars: 10_000, steps: 500 };

/**
 * Visits the characters of JSON outside of its strings, but for blanks, until a visit returns true.
 */
async function scanMarks(
  text: string,
  from: number,
  work: BoundedWork,
  visit: (mark: string, at: number) => boolean,
): Promise<void> {
  let isText = false;
  let nextCount = from + scanned.chars;
  for (let at = from; at < text.length; at += 1) {
    if (at >= nextCount) {
      work.spend(scanned.steps);
      await work.turn();
      nextCount += scanned.chars;
    }
    const mark = text.charAt(at);
    if (isText && mark === '\\') at += 1;
    else if (mark === '"') isText = !isText;
    if (!isText && mark.trim() !== '' && visit(mark, at)) return;
  }
}

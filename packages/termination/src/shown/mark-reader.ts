import { type BoundedWork, createBoundedWork } from '@rlm/repl-types/internal';

import { createMarkSearch, type MarkSearch, type Ways } from './mark-search.js';
import { optionalEnd, optionalStart } from './optional.js';

/** Finds marks in folded texts. A mark may begin in one text and end in the next. */
export interface MarkReader {
  /** Reads a text. Returns the marks that were found in it. */
  read(folded: string, work: BoundedWork): ReadonlySet<string>;
  /** Forgets what was read. */
  reset(): void;
}

/** The letters that signs of ASCII imitate: `F1N4L`. */
const imitated: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'il',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '!': 'i',
  '@': 'a',
  $: 's',
  '|': 'il',
};

/** What encloses a part that may be left out, a comment or a link; each opens at the place of the one that closes it. */
const openers = `([{<${optionalStart}`;
const closers = `)]}>${optionalEnd}`;

/** A letter of a script whose words have few of them, or of which none looks like ASCII, is read as another one at a higher price. */
const isWide = /[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Signs of prose: between two of them, and behind one, there is text as a rule. */
const prose = ',.?!:\'"';

const blanks = ' \t\r\v\f';

/** How many parts may be open in each other. */
const maxDepth = 50;

type Kept = ReadonlyMap<MarkSearch, Ways>;
const nothing: Kept = new Map();

/** What was read before a part that may be left out. */
interface Opened {
  readonly kept: Kept;
  readonly isArmed: boolean;
  readonly hasBegun: boolean;
}

/**
 * Creates a reader of marks. It follows all ways to read a text at once. Between the letters of a mark there may be signs,
 * and parts in brackets, between two equal signs, or from a sign to the end of its line.
 *
 * @param marks Folded marks by the marks. One that begins with a bracket is found after any opening bracket, one that ends
 *   with one before any opening bracket, colon or equals sign.
 * @param isAnchored Whether marks are found only at the beginning.
 */
export function createMarkReader(
  marks: ReadonlyMap<string, string>,
  isAnchored = false,
): MarkReader {
  const searches = [...marks].flatMap(([mark, folded]) => createMarkSearch(mark, folded) ?? []);
  const beginners = createBeginners(searches);
  const live = new Set<MarkSearch>();
  const open = new Map<string, Opened[]>();
  const passed = new Map<string, Kept>();
  let line = nothing;
  /** Whether an opening bracket was read and no letter since. */
  let isArmed = false;
  let hasBegun = false;
  let work: BoundedWork = createBoundedWork();
  let found = new Set<string>();

  const begins = ({ opens }: MarkSearch): boolean =>
    isAnchored ? isArmed === opens : isArmed || !opens;
  /** Lets the searches read that have begun, or may begin with one of these letters. */
  const each = (
    letters: string | undefined,
    read: (search: MarkSearch, isFirst: boolean) => void,
  ): void => {
    const mayBegin = !(isAnchored && hasBegun);
    const begin = mayBegin ? beginners(letters, isArmed) : [];
    if (begin.length === 0 && live.size === 0) return;
    for (const search of live.size === 0 ? begin : new Set([...live, ...begin])) {
      work.spend(search.mark.length);
      read(search, mayBegin && begins(search));
      if (search.isLive()) live.add(search);
      else live.delete(search);
      if (search.closers === '' && search.isWhole()) found.add(search.mark);
    }
  };
  const readLetter = (char: string, price: number): void => {
    if (price === 0)
      each(char, (search, isFirst) => {
        search.letter(char, isFirst);
      });
    else
      each(undefined, (search, isFirst) => {
        search.anyLetter(char, isFirst, price);
      });
    isArmed = false;
    hasBegun = true;
  };
  const keep = (whole: boolean): Kept => {
    const kept: Kept = new Map([...live].map((search) => [search, search.keep(whole)]));
    for (const search of kept.keys()) work.spend(2 * search.mark.length);
    return kept.size === 0 ? nothing : kept;
  };
  const goOn = (kept: Kept = nothing): void => {
    for (const [search, ways] of kept) {
      work.spend(search.mark.length);
      search.goOn(ways);
      if (search.isLive()) live.add(search);
    }
  };
  const close = (char: string, isGlued: boolean): void => {
    for (const search of live) {
      if (!search.closers.includes(char) || !search.isWhole()) continue;
      // Behind a blank or a tag it is the beginning of a tag, or less than.
      if (char !== '<' || isGlued) found.add(search.mark);
    }
  };
  const enter = (opener: string): void => {
    const outer = open.get(opener) ?? [];
    if (outer.push({ kept: keep(true), isArmed, hasBegun }) > maxDepth) outer.shift();
    open.set(opener, outer);
    if (opener !== optionalStart) isArmed = true;
  };
  const leave = (opener: string): void => {
    const opened = open.get(opener)?.pop();
    if (opened === undefined) return;
    goOn(opened.kept);
    if (opener !== optionalStart) return;
    isArmed ||= opened.isArmed;
    hasBegun &&= opened.hasBegun;
  };
  /** A sign is nothing, or one of these letters; any, if none are given. */
  const readAs = (letters: string | undefined): void => {
    each(letters, (search, isFirst) => {
      search.sign(letters, isFirst);
    });
  };
  const imitate = (char: string): void => {
    const letters = imitated[char];
    if (letters !== undefined) readAs(letters);
  };
  /** What stands between two equal signs, or from one to the end of the line, may be left out. */
  const pass = (char: string): void => {
    if (!prose.includes(char)) {
      goOn(passed.get(char));
      passed.set(char, keep(char === '/'));
      line = joined(line, keep(false));
    }
    imitate(char);
  };
  const readSign = (char: string, isGlued: boolean, next: string): void => {
    const closer = closers.indexOf(char);
    if (char !== '<' || !'/!?'.includes(next)) close(char, isGlued);
    if (openers.includes(char)) enter(char);
    else if (closer !== -1) leave(openers.charAt(closer));
    else pass(char);
  };
  const readChar = (char: string, isGlued: boolean, next: string): void => {
    if (char >= '0' && char <= '9') imitate(char);
    else if (char === '\n') {
      goOn(line);
      line = nothing;
    } else if (char <= '~' || char === optionalStart || char === optionalEnd) {
      readSign(char, isGlued, next);
    } else if (char === '¤') readAs(undefined);
    else readLetter(char, isWide.test(char) ? 2 : 1);
  };
  const forgetParts = (): void => {
    open.clear();
    passed.clear();
    line = nothing;
  };
  return {
    read(folded, allowed) {
      work = allowed;
      found = new Set();
      let isGlued = false;
      let index = 0;
      for (const char of folded) {
        index += char.length;
        const isPlain = char >= 'a' && char <= 'z';
        if (isPlain) readLetter(char, 0);
        else if (!blanks.includes(char)) readChar(char, isGlued, folded.charAt(index));
        isGlued = isPlain;
      }
      forgetParts();
      return found;
    },
    reset() {
      for (const search of live) search.reset();
      live.clear();
      forgetParts();
      isArmed = false;
      hasBegun = false;
    },
  };
}

/** Finds the searches that may begin with one of these letters, or with any, whether a bracket was opened or not. */
function createBeginners(
  searches: readonly MarkSearch[],
): (letters: string | undefined, isArmed: boolean) => readonly MarkSearch[] {
  const bare = searches.filter(({ opens }) => !opens);
  const byLetter = new Map<string, readonly MarkSearch[]>();
  return (letters, isArmed) => {
    const all = isArmed ? searches : bare;
    if (letters === undefined) return all;
    const key = `${letters}${String(isArmed)}`;
    const known = byLetter.get(key) ?? all.filter(({ first }) => letters.includes(first));
    byLetter.set(key, known);
    return known;
  };
}

function joined(some: Kept, others: Kept): Kept {
  if (some.size === 0) return others;
  const all = new Map(some);
  for (const [search, ways] of others) {
    const known = some.get(search);
    all.set(
      search,
      known === undefined
        ? ways
        : ways.map((price, index) => Math.min(price, known[index] ?? price)),
    );
  }
  return all;
}

/**
 * A search for `part` in texts: Knuth, Morris and Pratt's, since a search that a model's text and a program's output
 * can make quadratic is none. A part that begins with a word does not begin within a word.
 */
export function createPartFinder(part: string): (text: string) => boolean {
  const units = Uint16Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
  const fallback = fallbacksOf(units);
  const { length } = units;
  const isWord = /^\w/.test(part);
  const head = part.slice(0, 16);
  const isWithin = (text: string, start: number): boolean =>
    isWord && /\w/.test(text.charAt(start - 1));
  return (text) => {
    let matched = 0;
    for (let index = 0; index < text.length; index++) {
      if (matched === 0) index = text.indexOf(head, index);
      if (index === -1) return false;
      const unit = text.charCodeAt(index);
      while (matched > 0 && unit !== units[matched]) matched = fallback[matched - 1] ?? 0;
      if (unit === units[matched]) matched++;
      if (matched < length) continue;
      if (!isWithin(text, index + 1 - length)) return true;
      matched = fallback[matched - 1] ?? 0;
    }
    return false;
  };
}

/** For each length of a beginning of a part: how long the longest beginning is that also ends it. */
function fallbacksOf(units: Uint16Array): Int32Array {
  const fallback = new Int32Array(units.length);
  let matched = 0;
  for (let index = 1; index < units.length; index++) {
    while (matched > 0 && units[index] !== units[matched]) matched = fallback[matched - 1] ?? 0;
    if (units[index] === units[matched]) matched++;
    fallback[index] = matched;
  }
  return fallback;
}

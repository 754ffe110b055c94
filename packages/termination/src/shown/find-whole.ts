/**
 * A search for `part` in texts: Knuth, Morris and Pratt's, since a search that a model's text and a program's output
 * can make quadratic is none. A part that begins with a word does not begin within a word.
 */
export function createPartFinder(part: string): (text: string) => boolean {
  const fallback = fallbacksOf(part);
  const isWord = /^\w/.test(part);
  const head = part.slice(0, 16);
  return (text) => {
    let matched = 0;
    const from = text.indexOf(head);
    for (let index = from === -1 ? text.length : from; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      while (matched > 0 && unit !== part.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0;
      if (unit === part.charCodeAt(matched)) matched++;
      if (matched < part.length) continue;
      const before = text.charAt(index - part.length);
      if (!isWord || !/\w/.test(before)) return true;
      matched = fallback[matched - 1] ?? 0;
    }
    return false;
  };
}

/** For each length of a beginning of `part`: how long the longest beginning is that also ends it. */
function fallbacksOf(part: string): Int32Array {
  const fallback = new Int32Array(part.length);
  let matched = 0;
  for (let index = 1; index < part.length; index++) {
    while (matched > 0 && part.charCodeAt(index) !== part.charCodeAt(matched)) {
      matched = fallback[matched - 1] ?? 0;
    }
    if (part.charCodeAt(index) === part.charCodeAt(matched)) matched++;
    fallback[index] = matched;
  }
  return fallback;
}

/** How many characters go out as one piece. */
export const pieceCharacters: number = 64 * 1024;

/** A text in pieces. They are views of it, and cost no memory while they wait. */
export function* slicesOf(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length;) {
    let end = at + pieceCharacters;
    // A character of two halves stays whole: each half alone would go out as another character.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

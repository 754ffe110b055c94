/** Keeps the end of a text that comes in pieces. */
export interface TextTail {
  push(text: string): void;
  text(): string;
}

/** A tail of at most `limit` characters. */
export function createTextTail(limit: number): TextTail {
  let kept = '';
  return {
    push(text) {
      kept = (kept + text.slice(-limit)).slice(-limit);
    },
    text: () => kept,
  };
}

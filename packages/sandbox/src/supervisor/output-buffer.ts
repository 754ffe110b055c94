/** Collects text up to a limit: the head, the tail, and how much was left out between them. */
export interface OutputBuffer {
  /** Adds text; returns the part that belongs to the head (for streaming), which may be empty. */
  add(text: string): string;
  /** Counts characters that were left out elsewhere, directly after what has been added. */
  skip(characters: number): void;
  /** What follows the head: the tail, and how many characters were left out before it. */
  rest(): { readonly text: string; readonly dropped: number };
  /** Head, a line that says how much was left out, tail. */
  toText(): string;
}

/**
 * Makes an {@link OutputBuffer}. Memory stays below three times the limit, whatever is added; adding is linear.
 *
 * @param limit Characters (UTF-16 units) that are kept in all: half of them head, half tail.
 */
export function createOutputBuffer(limit: number): OutputBuffer {
  const headLimit = Math.ceil(limit / 2);
  const tailLimit = limit - headLimit;
  let head = '';
  let dropped = 0;
  let tail: string[] = [];
  let tailLength = 0;

  const keep = (text: string): void => {
    if (text === '') return;
    tail.push(text.length > tailLimit ? text.slice(text.length - tailLimit) : text);
    dropped += Math.max(0, text.length - tailLimit);
    tailLength += Math.min(text.length, tailLimit);
    if (tailLength > tailLimit * 2 || tail.length > 4096) compact();
  };
  const compact = (): void => {
    const joined = tail.join('');
    const surplus = Math.max(0, joined.length - tailLimit);
    const kept = joined.slice(surplus);
    tail = kept === '' ? [] : [kept];
    tailLength = kept.length;
    dropped += surplus;
  };

  return {
    add(text) {
      const room = dropped === 0 && tailLength === 0 ? headLimit - head.length : 0;
      const toHead = text.length <= room ? text : text.slice(0, room);
      head += toHead;
      keep(toHead === '' ? text : text.slice(toHead.length));
      return toHead;
    },
    skip(characters) {
      if (characters <= 0) return;
      compact();
      dropped += tailLength + characters;
      tail = [];
      tailLength = 0;
    },
    rest() {
      compact();
      return { text: tail.join(''), dropped };
    },
    toText() {
      const { text, dropped: count } = this.rest();
      if (count === 0) return head + text;
      return `${head}\n... [${count} characters of output left out] ...\n${text}`;
    },
  };
}

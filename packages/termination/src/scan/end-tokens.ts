const named = [
  '</s>',
  '<end_of_turn>',
  '<end_of_utterance>',
  '<eos>',
  '<pad>',
  '<turn|>',
  '[EOS]',
  '[/INST]',
];

// Calls of tools have tokens of their own, which stay.
const tokens = new RegExp(
  `(?:\\s*(?:<[|｜](?!tool)[\\p{L}\\p{N}_▁-]{1,40}[|｜]>|${named.map((name) => name.replace(/[|[\]]/g, '\\$&')).join('|')}))+\\s*$`,
  'u',
);
const begun = /^<[|｜][\p{L}\p{N}_▁-]{0,40}[|｜]?$/u;

/** How much of a text's end is looked at, in characters. */
const tailChars = 400;

/**
 * The special tokens with which a text ends (`<|im_end|>`, `</s>` ...), and the blanks around them; empty if it ends
 * with none.
 *
 * @param isGoingOn Whether more of the text follows, so that a token may have begun.
 */
export function endTokensOf(text: string, isGoingOn = false): string {
  const tail = text.slice(-tailChars);
  const at = isGoingOn ? Math.max(tail.lastIndexOf('<'), tail.lastIndexOf('[')) : -1;
  const last = tail.slice(at);
  const isBegun = at !== -1 && (begun.test(last) || named.some((name) => name.startsWith(last)));
  const whole = isBegun ? tail.slice(0, at).trimEnd() : tail;
  const found = tokens.exec(whole)?.[0] ?? '';
  // `</s>` ends a struck-out text in HTML.
  const ended = found.includes('</s>') && /<s>/i.test(text) ? '' : found;
  return ended + tail.slice(whole.length);
}

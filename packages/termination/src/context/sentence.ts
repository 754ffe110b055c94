// A plan, unless this sentence carries it out: "I will now return FINAL(42)".
const plans =
  /(?:\b(?:will|going to|next (?:step|turn|iteration))|['’]ll|\b(?:i|we|you|it)(?: \w+)? (?:would|could|should|might|may|must|(?:need|have|want|plan) to))\b(?! not\b| be\W*$|.*\bnow\b(?!.*\b(?:and|then)\b))/;
const conditions =
  /\b(?:if|until|once|when|before)\b(?:.*\b(?:call|use|write|say|return)|[^,]*,?\s*$)/;
const instructs =
  /(?:\b(?:to|can|should|must)|(?:^[^\p{L}]*|[,;:] |\b(?:then|and|please|just|to|or|by|can|should \w+) )(?:call|use|write|say)(?:ing)?)\W*$/u;
const negates = /(?:\b(?:not|never|avoid|without|instead of)|n['’]t)\b(?: [\w-]+){0,3}[^\w,:;]*$/;
const exemplifies =
  /\b(?:example|instance|e\.g\.|such as|syntax|like|(?:says?|said|tells?)(?: \w+){0,3})\W*(?:is)?\W*$/;
const exampleAbove = /\b(?:example|instance|e\.g\.)[^.!?]*:$/i;

/** The sentence at the end of a line, in lower case, starting at its conclusion (`so`, `therefore`). */
function lastSentence(line: string): string {
  return line
    .slice(-400)
    .replace(
      /^[^]*(?:(?<!\b(?:e\.g|i\.e|etc|vs))[.!?…]["'”’)*_]*\s|[。！？；]|\b(?:so|therefore|thus)\b)/i,
      '',
    )
    .toLowerCase();
}

/**
 * Whether the sentence before a call only speaks of the call: announces, negates or exemplifies it.
 *
 * @param before The call's line up to the call.
 * @param above The text above that line, for "For example:".
 */
export function isOnlyMentioned(before: string, above: string): boolean {
  const sentence = lastSentence(before);
  return (
    [plans, conditions, instructs, negates, exemplifies].some((words) => words.test(sentence)) ||
    (!/\p{L}/u.test(before) && exampleAbove.test(above))
  );
}

const directive =
  '(?:call|use|invoke|return|write|say|print|output|emit|type|send|submit|answer|respond|reply|finish|end|conclude|stop|terminate)(?:ing|s)?';

const announces = [
  // A plan, unless it is carried out now: "I will now return FINAL(42)".
  /(?:\b(?:will|shall|gonna|going to|about to)|['’]ll)\b(?!.*\bnow\b(?!.*\b(?:and|then)\b))/,
  /\b(?:i|we|you|it|one|they)\b(?: \w+)? (?:would|could|should|might|may|must|need to|have to|want to|plan to|intend to)\b/,
  /\b(?:you can|remember to|in order to|make sure|be sure|(?:how|when|where|whether) to)\b/,
  new RegExp(`\\b(?:if|unless|until|once|when|whenever|as soon as|before)\\b.*\\b${directive}\\b`),
  /^\W*(?:if|unless|until|once|when|whenever|as soon as|before)\b[^,]*,?\s*$/,
  new RegExp(
    `(?:^[^\\p{L}]*|[,;:] |\\b(?:then|and|finally|please|simply|just|to|or|by|always|must) )(?:call|use|invoke|write|say|type|emit)(?:ing)?\\W*$`,
    'u',
  ),
  /将|然后|如果/,
];

const negates =
  /(?:\b(?:not|never|avoid|without|instead of|rather than|cannot)|n['’]t)\b(?: [\w-]+){0,3}\W*$/;

const exemplifies =
  /\b(?:for example|for instance|e\.\s?g\.|such as|example|the syntax|of the form|something like|(?:say|said|tell|told|instruct|ask|mention)(?:s|ed)? (?:to |me |us |you )*(?:call |use |write |return )?)\W*(?:is|are|was|would be)?\W*$|例如|比如/;

const exampleAbove = /\b(?:for example|for instance|e\.\s?g\.|example)\b[^.!?\n]*:\s*$/i;

/** The part of `line` that belongs to the sentence at its end. */
function lastSentence(line: string): string {
  const recent = line.slice(-400);
  const boundary = /^[^]*(?:[.!?…](?<!\b(?:e\.\s?g|i\.\s?e|etc|vs)\.)["'”’)*_]*\s|[。！？；])/.exec(
    recent,
  );
  const sentence = recent.slice(boundary?.[0].length ?? 0);
  const conclusion = /^[^]*\b(?:so|therefore|thus|hence|consequently)\b/i.exec(sentence);
  return sentence.slice(conclusion?.[0].length ?? 0).toLowerCase();
}

/**
 * Whether the sentence that leads up to a call only speaks of it: announces, negates or exemplifies
 * it. English, and the most common words of Chinese.
 *
 * @param before The call's line up to the call.
 * @param lineAbove The line before that, for "For example:".
 */
export function isOnlyMentioned(before: string, lineAbove: string): boolean {
  if (!/[\p{L}]/u.test(before)) return exampleAbove.test(lineAbove);
  const sentence = lastSentence(before);
  return (
    announces.some((pattern) => pattern.test(sentence)) ||
    negates.test(sentence) ||
    exemplifies.test(sentence)
  );
}

// Windows of the text that share words with the question; a rare word weighs more than a common one.
const windowSize = 600;
// A word of the question may be a part of a name: "timeout" is in TIMEOUT_MS.
const isInWord = (char) => char !== '_' && isWordChar(char);
const placesOf = (document, term, most) => findAll(document, term, most, isInWord);
const windows = new Map();
const places = documents.reduce((sum, { text }) => sum + Math.ceil(text.length / windowSize), 0);
const weights = new Map();
for (const term of terms) {
  const touched = new Set();
  for (const [index, document] of documents.entries()) {
    for (const at of placesOf(document, term)) {
      const key = `${index}:${Math.floor(at / windowSize)}`;
      touched.add(key);
      if (!windows.has(key)) windows.set(key, { index, at: at - (at % windowSize), counts: {} });
      const { counts } = windows.get(key);
      counts[term] = (counts[term] ?? 0) + 1;
    }
  }
  weights.set(term, Math.log(1 + places / (1 + touched.size)));
}
// A document that the question names (a year, a president) comes first.
const shares = (text, term) => placesOf({ text, lower: fold(text) }, term, 1).length > 0;
const named = documents.map(({ name }) => terms.filter((term) => shares(name, term)).length);
const weigh = (counts) =>
  Object.entries(counts).reduce((sum, [term, n]) => sum + (weights.get(term) * n) / (n + 0.5), 0);
const ranked = Array.from(windows.values(), ({ index, at, counts }) => ({
  document: documents[index],
  at,
  score: weigh(counts) + 6 * named[index],
}))
  .sort((a, b) => b.score - a.score)
  .slice(0, 5);

const worth = ({ quote }) =>
  terms.reduce((sum, term) => sum + (shares(quote, term) ? weights.get(term) : 0), 0);
// A point ends a sentence if a blank follows, and no small letter or digit: not in "4.2", "e.g. this" and "No. 5".
const sentence = /[^\n]+?(?:[.!?]+["'”’)\]]*(?=\s+[^\s\p{Ll}\d]|\s*$)|(?=\n|$))/gu;
const sentencesAround = ({ name, text }, at) => {
  const from = Math.max(0, at - 400);
  const to = Math.min(text.length, at + windowSize + 400);
  const found = Array.from(text.slice(from, to).matchAll(sentence), ({ 0: whole, index }) => {
    const start = from + index + whole.length - whole.trimStart().length;
    const quote = whole.trim();
    const end = start + quote.length;
    const isCut = (start === from && from > 0) || (end === to && to < text.length);
    return { document: name, start, end, quote, isCut };
  }).filter((passage) => worth(passage) > 0);
  const whole = found.filter(({ isCut }) => !isCut);
  const best = whole.length > 0 ? whole : found;
  // A heading says less than a sentence.
  const long = best.filter(({ quote }) => quote.length > 20);
  return (long.length > 0 ? long : best).map(({ isCut, ...passage }) => passage);
};
const passages = ranked
  .map(({ document, at }) => sentencesAround(document, at).sort((a, b) => worth(b) - worth(a))[0])
  .filter((passage) => passage !== undefined);
const evidence = passages.filter(
  ({ quote }, index) => passages.findIndex((other) => other.quote === quote) === index,
);
const shown = evidence.slice(0, 3);
const texts = shown.map(({ quote, document }) => `${quote} [${document}]`);
const result = {
  found: shown.length > 0,
  answer:
    shown.length === 0
      ? 'Nothing in the text shares a telling word with the question.'
      : `Passages that share words with your question:\n${texts.join('\n')}`,
  evidence: shown,
};

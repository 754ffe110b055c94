// Windows of the text that share words with the question; a rare word weighs more than a common one.
const windowSize = 600;
const windows = new Map();
const places = documents.reduce((sum, { text }) => sum + Math.ceil(text.length / windowSize), 0);
const weights = new Map();
for (const term of terms) {
  const touched = new Set();
  for (const [index, document] of documents.entries()) {
    for (const at of findAll(document, term)) {
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
const isIn = (text, term) => holds({ text, lower: fold(text) }, term);
const named = documents.map(({ name }) => {
  const words = name.replace(/[_/.-]+/g, ' ');
  return terms.filter((term) => isIn(words, term)).length;
});
const weigh = (counts) =>
  Object.entries(counts).reduce((sum, [term, n]) => sum + (weights.get(term) * n) / (n + 0.5), 0);
const ranked = Array.from(windows.values(), ({ index, at, counts }) => ({
  document: documents[index],
  at,
  score: weigh(counts) + 6 * named[index],
}))
  .sort((a, b) => b.score - a.score)
  .slice(0, 5);

const sentencesAround = ({ name, text }, at) => {
  const from = Math.max(0, at - 200);
  const part = text.slice(from, at + windowSize + 200);
  return Array.from(part.matchAll(/[^.!?\n]+[.!?]*/g), (found) => {
    const start = from + found.index + found[0].length - found[0].trimStart().length;
    const quote = found[0].trim();
    return { document: name, start, end: start + quote.length, quote };
  }).filter(({ quote }) => quote.length > 20);
};
const worth = ({ quote }) =>
  terms.reduce((sum, term) => sum + (isIn(quote, term) ? weights.get(term) : 0), 0);
const passages = ranked
  .map(({ document, at }) => sentencesAround(document, at).sort((a, b) => worth(b) - worth(a))[0])
  .filter((passage) => passage !== undefined);
const evidence = passages.filter(
  ({ quote }, index) => passages.findIndex((other) => other.quote === quote) === index,
);
const result = {
  found: evidence.length > 0,
  answer:
    evidence.length === 0
      ? 'Nothing in the text shares a telling word with the question.'
      : `${evidence[0].quote} [${evidence[0].document}]`,
  evidence: evidence.slice(0, 3),
};

const quantifier = match === 'all' ? 'every' : 'some';
const holding = documents.filter((document) => terms[quantifier]((term) => holds(document, term)));
const wording = terms.map((term) => JSON.stringify(term)).join(match === 'all' ? ' and ' : ' or ');
const label = (name) => {
  const year = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.exec(name.split('/').pop())?.[0];
  return year === undefined ? name : `${year} (${name})`;
};
// The first place in a document that the answer rests on, with some text around it.
const evidenceIn = (document) => {
  const term = terms.find((candidate) => holds(document, candidate));
  const at = findAll(document, term, 1)[0];
  const start = Math.max(0, at - 100);
  const end = Math.min(document.text.length, at + term.length + 140);
  return { document: document.name, start, end, quote: document.text.slice(start, end) };
};

const isWordChar = (char) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
const foldChar = (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char);
const fold = (text) => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, foldChar).join('');
};
const toText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const listed = () => {
  if (typeof context !== 'object' || context === null) return [['context', context]];
  if (Array.isArray(context)) return context.map((item, index) => [`item ${index + 1}`, item]);
  return Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
};
const names = new Set(listed().map(([name]) => name));
// A .json beside a .txt of the same name describes that text: it is no document of its own.
const isSidecar = (name) => name.endsWith('.json') && names.has(name.replace(/json$/, 'txt'));
const documents = listed()
  .filter(([name]) => !isSidecar(name))
  .map(([name, value]) => ({ name, text: toText(value) }))
  .map((document) => ({ ...document, lower: fold(document.text) }));

// Where a term occurs as a whole word, whatever its case.
const findAll = ({ text, lower }, term, most = Infinity, isIn = isWordChar) => {
  const wanted = fold(term);
  const found = [];
  let at = lower.indexOf(wanted);
  while (at !== -1 && found.length < most) {
    if (!isIn(text[at - 1]) && !isIn(text[at + wanted.length])) found.push(at);
    at = lower.indexOf(wanted, at + 1);
  }
  return found;
};
const holds = (document, term) => findAll(document, term, 1).length > 0;

const size = documents.reduce((sum, { text }) => sum + text.length, 0);
const counted = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;
print(`${counted(documents.length, 'document')}, ${counted(size, 'character')}`);
for (const term of terms) {
  const holding = documents.filter((document) => holds(document, term));
  print(`${JSON.stringify(term)}: in ${counted(holding.length, 'document')}`);
}

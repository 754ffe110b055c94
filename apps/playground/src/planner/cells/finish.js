// The evidence must be in the text, letter for letter, at the place that it names.
const misplaced = result.evidence.filter(({ document, start, end, quote }) => {
  const found = documents.find(({ name }) => name === document);
  return found?.text.slice(start, end) !== quote;
});
if (misplaced.length > 0) throw new Error(`misplaced evidence: ${JSON.stringify(misplaced)}`);
FINAL_VAR('result');

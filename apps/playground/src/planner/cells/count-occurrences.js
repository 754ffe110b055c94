const countIn = (document) => terms.reduce((sum, term) => sum + findAll(document, term).length, 0);
const having = documents.filter((document) => countIn(document) > 0);
const total = having.reduce((sum, document) => sum + countIn(document), 0);
const result = {
  answer: `${total} time(s), in ${having.length} of ${documents.length} document(s): ${wording}.`,
  evidence: having.slice(0, 3).map(evidenceIn),
};

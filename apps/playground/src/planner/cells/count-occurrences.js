const countIn = (document) => terms.reduce((sum, term) => sum + findAll(document, term).length, 0);
const having = documents.filter((document) => countIn(document) > 0);
const total = having.reduce((sum, document) => sum + countIn(document), 0);
const result = {
  answer: `${counted(total, 'time')}, in ${having.length} of ${counted(documents.length, 'document')}: ${wording}.`,
  evidence: having.slice(0, 3).map(evidenceIn),
};

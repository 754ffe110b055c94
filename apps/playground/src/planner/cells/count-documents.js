const result = {
  answer: `${holding.length} of ${documents.length} document(s) contain ${wording}.`,
  evidence: holding.slice(0, 3).map(evidenceIn),
};

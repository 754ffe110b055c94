const result = {
  answer: `${holding.length} of ${documents.length} documents contain ${wording}.`,
  evidence: holding.slice(0, 3).map(evidenceIn),
};

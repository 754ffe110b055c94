const result = {
  answer: `${holding.length} of ${counted(documents.length, 'document')} ${documents.length === 1 ? 'contains' : 'contain'} ${wording}.`,
  evidence: holding.slice(0, 3).map(evidenceIn),
};

const chosen = end === 'first' ? holding[0] : holding[holding.length - 1];
const result = {
  found: chosen !== undefined,
  answer:
    chosen === undefined
      ? `No document mentions ${wording}.`
      : `${label(chosen.name)} is the ${end} of ${counted(documents.length, 'document')} to mention ${wording}.`,
  evidence: chosen === undefined ? [] : [evidenceIn(chosen)],
};

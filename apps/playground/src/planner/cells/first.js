const chosen = holding[0];
const result = {
  answer:
    chosen === undefined
      ? `No document mentions ${wording}.`
      : `${label(chosen.name)} is the first of ${documents.length} document(s) that mentions ${wording}.`,
  evidence: chosen === undefined ? [] : [evidenceIn(chosen)],
};

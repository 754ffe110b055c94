const chosen = holding[0];
const result = {
  answer:
    chosen === undefined
      ? `No document mentions ${wording}.`
      : `${label(chosen.name)} is the first of ${documents.length} documents to mention ${wording}.`,
  evidence: chosen === undefined ? [] : [evidenceIn(chosen)],
};

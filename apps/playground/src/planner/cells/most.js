const countIn = (document) => terms.reduce((sum, term) => sum + findAll(document, term).length, 0);
const counts = holding.map((document) => [document, countIn(document)]).sort((a, b) => b[1] - a[1]);
const [chosen, times] = counts[0] ?? [];
const result = {
  found: chosen !== undefined,
  answer:
    chosen === undefined
      ? `No document mentions ${wording}.`
      : `${label(chosen.name)} mentions ${wording} most often: ${counted(times, 'time')}.`,
  evidence: chosen === undefined ? [] : [evidenceIn(chosen)],
};

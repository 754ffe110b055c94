print(result.answer);
for (const { document, start, quote } of result.evidence) {
  print(`  ${document} @ ${start}: ${quote.replace(/\s+/g, ' ')}`);
}

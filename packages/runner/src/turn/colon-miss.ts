const colonForm =
  /^[ \t*_#>]*(FINAL(?:_VAR)?|SUBMIT|F(?:INAL ANSWER|inal [Aa]nswer))[*_]*:[*_]*[ \t]*[^\s*_]/m;

/** What a model is told of a line `FINAL: answer`, which is no call; null where prose has none. */
export function colonMiss(prose: string): string | null {
  const written = colonForm.exec(prose)?.[1];
  if (written === undefined) return null;
  const call = /_VAR$|^SUBMIT$/.test(written) ? written : 'FINAL';
  return `\`${written}:\` ends nothing: write ${call}(...), with parentheses, on a line of its own.`;
}

/** What the model must know about this REPL. */
export function describeCPython(version: string, hasPackages: boolean): string {
  const packages = hasPackages
    ? 'The packages of this machine can be imported (try, and fall back to the standard library).'
    : 'Only the standard library can be imported.';
  return [
    `Python ${version}, a REPL: variables, functions, classes and imports stay from cell to cell.`,
    'Only what you print is shown to you. A last expression is not echoed.',
    'Functions of the host (llm_query and others) are called like Python functions and block until they are answered; give lists to the batched ones instead of using threads.',
    packages,
    'There is no network, no file of yours, nothing can be written, and no program can be started; input() has nobody to ask. All data is in variables.',
  ].join('\n');
}

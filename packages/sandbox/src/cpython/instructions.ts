/** The facts that the model needs about this REPL. */
export function describeCPython(version: string, hasPackages: boolean): string {
  const packages = hasPackages
    ? 'The packages of this machine can be imported (try, and fall back to the standard library).'
    : 'Only the standard library can be imported.';
  return [
    `Python ${version}, a REPL: variables, functions, classes and imports stay from cell to cell.`,
    'You are shown what a cell prints, and the value of its last expression (not with a semicolon behind it; cut at 4,000 characters).',
    'Functions of the host (llm_query and others) are ordinary functions that block until they are answered, and may be awaited too; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run their queries at the same time; threads (some dozens at most, on some machines none) do not.',
    packages,
    'There is no network, no file of yours, nothing can be written, and no program can be started; input() cannot ask anyone. All data is in variables.',
  ].join('\n');
}

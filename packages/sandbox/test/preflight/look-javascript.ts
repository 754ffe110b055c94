import type { PreflightFinding } from '../../src/contract/preflight.js';
import type { SandboxBackend } from '../../src/index.js';
import { lookAtCell, type KnownNames } from '../../src/javascript/look-at-cell.js';
import { parseCell } from '../../src/javascript/transform/parse-cell.js';
import { hasTypes, takeTypesOut } from '../../src/javascript/transform/typescript.js';
import { functionNames, functions } from './environment.js';

/** What a look at a cell comes to in a session in which nothing has run; undefined for broken syntax. */
export function lookAtJavaScript(
  code: string,
  globals: readonly string[],
  variables: readonly string[],
): readonly PreflightFinding[] | undefined {
  const known = new Set([...globals, ...variables]);
  const names: KnownNames = {
    has: (name) => known.has(name),
    hasVariable: (name) => variables.includes(name),
    isAsync: () => false,
    list: () => [...known],
    note: () => undefined,
  };
  try {
    const parsed = parseCell(code, () => ({ hasTypes, takeTypesOut }));
    return lookAtCell(
      parsed,
      {},
      { functions: new Set(functionNames), dialects: ['final', 'submit'], names },
    );
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The names that a session of a backend for JavaScript has before any cell has run. */
export async function globalsOf(backend: SandboxBackend): Promise<readonly string[]> {
  const session = await backend.open({ functions });
  const { finalOutput } = await session.execute(
    'FINAL(Reflect.ownKeys(globalThis).filter((key) => typeof key === "string"))',
  );
  await session.close();
  return (finalOutput as { readonly answer: readonly string[] }).answer;
}

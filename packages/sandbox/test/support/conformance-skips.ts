import { lifecycleCases } from '../../src/conformance/index.js';
import type { SandboxBackend } from '../../src/index.js';
import { conformanceGaps } from '../monty/support/conformance-gaps.js';

/** Cases of the conformance suite that a backend is known not to pass, with the reason; the docs print this list. */
export const conformanceSkips: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quickjs: {},
  pyodide: {},
  monty: conformanceGaps,
  cpython: {},
};

const missing: Readonly<Record<keyof SandboxBackend['capabilities'], string>> = {
  snapshot: 'it has no images',
  survivesTimeout: 'variables do not survive a time-out',
  concurrentCalls: 'calls wait for each other',
};

/** Cases that the suite leaves out by itself, since the backend does not claim the ability that they need. */
export function leftOutCases({ capabilities }: SandboxBackend): Readonly<Record<string, string>> {
  const rows = lifecycleCases.flatMap(({ name, needs }): [string, string][] =>
    needs === undefined || capabilities[needs] ? [] : [[name, missing[needs]]],
  );
  return Object.fromEntries(rows);
}

import type { SandboxBackend } from '../contract/session.js';
import { lifecycleCases } from './lifecycle.js';
import { conformanceTables } from './tables.js';

const missing: Readonly<Record<keyof SandboxBackend['capabilities'], string>> = {
  snapshot: 'it has no snapshots',
  survivesTimeout: 'variables do not survive a time-out',
  concurrentCalls: 'calls wait for each other',
  handover: 'sessions cannot be handed over',
  helpers: 'it has no helpers',
  preflight: 'it does not look at cells before they run',
  files: 'its guests read no files',
};

/** Cases that a backend is not held to, since it does not claim the ability that they need, each with the reason. */
export function leftOutCases({ capabilities }: SandboxBackend): Readonly<Record<string, string>> {
  const cases = [...Object.values(conformanceTables).flat(), ...lifecycleCases];
  const rows = cases.flatMap(({ name, needs }): [string, string][] =>
    needs === undefined || capabilities[needs] === true ? [] : [[name, missing[needs]]],
  );
  return Object.fromEntries(rows);
}

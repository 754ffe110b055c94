import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export function childScript(workload) {
  const file = fileURLToPath(new URL(`${workload}-child.ts`, import.meta.url));
  return bundleScript(file, { root, external: ['pyodide', 'quickjs-wasi'] });
}

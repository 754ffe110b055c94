import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './run.mjs';

/** The test reports that are there now, each with its package's name. */
export function testReports() {
  return ['packages', 'apps', 'tooling'].flatMap((group) =>
    readdirSync(join(workspace, group)).flatMap((folder) => {
      const directory = join(workspace, group, folder);
      const file = join(directory, 'reports', 'vitest.json');
      if (!existsSync(file)) return [];
      /** @type {{ name: string }} */
      const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
      return [{ name, file }];
    }),
  );
}

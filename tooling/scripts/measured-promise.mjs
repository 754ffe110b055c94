import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { brokenIn, readReports, renderTable } from '../config/promise/promise.js';
import { workspace } from './run.mjs';

/** The folders of the packages, whose suites measure. */
export function packageFolders() {
  const packages = join(workspace, 'packages');
  return readdirSync(packages).map((name) => join(packages, name));
}

/** What the suites measured of the promise in docs/security.md when they last ran: its table, and a line for each bound that was broken. */
export function measuredPromise() {
  const cases = packageFolders().flatMap((folder) => readReports(folder));
  const table =
    cases.length === 0 ? 'Nothing was measured yet: `pnpm unit` does.' : renderTable(cases);
  return { table, broken: brokenIn(cases), isEmpty: cases.length === 0 };
}

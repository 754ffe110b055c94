import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test. */
export async function temporaryFolder(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-journal-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('the recording in the README shows what a run that is killed and started again prints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-recording-'));
  const file = join(folder, 'resume.svg');
  const script = `${root}apps/playground/scripts/record-resume.mjs`;
  execFileSync(process.execPath, [script, file], { stdio: 'inherit' });
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(`${root}docs/images/resume.svg`, 'utf8'));
  rmSync(folder, { recursive: true });
});

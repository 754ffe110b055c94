import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { locatePyodide } from '../../src/pyodide/locate.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-pyodide-'));
});
afterEach(() => rm(folder, { recursive: true }));

const manifest = (version: string): Promise<void> =>
  writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'pyodide', version }));
const probe = (): Promise<unknown> => pyodide({ packageFolder: folder }).probe();

describe('locatePyodide', () => {
  it('finds the installed package', () => {
    expect(locatePyodide().folder).toMatch(/pyodide$/);
  });

  it('says of a folder without the package that it has none', async () => {
    expect(await probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^pyodide\(\) .*\bpackage\.json\b/) as string,
      hint: expect.stringContaining('npm install pyodide@^314.0.0') as string,
    });
  });

  it('names the version that it found', async () => {
    await manifest('0.29.4');
    expect(await probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/needs pyodide .* holds 0\.29\.4$/) as string,
      hint: expect.stringContaining('npm install pyodide@^314.0.0') as string,
    });
  });

  it('names the files that a copy lacks', async () => {
    await manifest('314.9.1');
    await symlink(join(locatePyodide().folder, 'pyodide.mjs'), join(folder, 'pyodide.mjs'));
    expect(await probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(
        /found no pyodide\.asm\.mjs, pyodide\.asm\.wasm, .* in /,
      ) as string,
      hint: expect.stringMatching(/\bwhole folder\b/) as string,
    });
  });
});

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Ends the process in the midst of the line that it prints. */
const killer = `data:text/javascript,const { log } = console;
console.log = (...words) => {
  log(...words);
  if (words.join(' ') === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL');
};`;

/** The example of the journal's pages as a script for Node.js. */
async function exampleScript(): Promise<string> {
  const readme = await readFile(join(root, '../journal/README.md'), 'utf8');
  const code = /````ts\n([^]*?)\n````\n/.exec(readme)?.[1];
  if (code === undefined) throw new Error('There is no example of a run that is killed');
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const file = join(cache, 'readme-example.ts');
  await writeFile(file, code);
  return bundleScript(file, { root, external: ['quickjs-wasi'] });
}

it("the example of the journal's README is killed, goes on, and has its answer for good", async () => {
  const script = await exampleScript();
  const cwd = await mkdtemp(join(tmpdir(), 'rlm-example-'));
  const run = (killAt = ''): readonly string[] => {
    const env = { ...process.env, KILL_AT: killAt };
    const { stdout } = spawnSync(process.execPath, ['--import', killer, script], { cwd, env });
    return stdout.toString().trim().split('\n');
  };
  try {
    expect(run('asked sub 1')).toEqual(['asked root 2', 'asked sub 1']);
    expect(run()).toEqual(['asked sub 1', 'asked root 4', 'Ines Duarte']);
    expect(run()).toEqual(['Ines Duarte']);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});

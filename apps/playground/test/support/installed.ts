import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the built command, installed globally: `lib/node_modules/@rlm/playground`. */
export interface Installed extends AsyncDisposable {
  /** `lib/node_modules`, where packages beside it are found. */
  readonly modules: string;
  readonly command: string;
}

/** Installs the built command with its packages, but for some, which are looked for beside it. */
export async function installWithout(...missing: readonly string[]): Promise<Installed> {
  const root = await mkdtemp(join(tmpdir(), 'rlm-installed-'));
  const modules = join(root, 'lib', 'node_modules');
  const own = join(modules, '@rlm', 'playground');
  await mkdir(own, { recursive: true });
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(here, part), join(own, part), { recursive: true });
  }
  await linkPackages(join(here, 'node_modules'), join(own, 'node_modules'), missing);
  return {
    modules,
    command: join(own, 'bin', 'rlm.mjs'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** Links the packages of one folder in another, but for some. */
async function linkPackages(from: string, to: string, missing: readonly string[]): Promise<void> {
  for (const entry of await readdir(from)) {
    const names = entry.startsWith('@')
      ? (await readdir(join(from, entry))).map((name) => `${entry}/${name}`)
      : [entry];
    for (const name of names) {
      if (missing.includes(name) || name.startsWith('.')) continue;
      await mkdir(dirname(join(to, name)), { recursive: true });
      await symlink(join(from, name), join(to, name));
    }
  }
}

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { unavailable } from '../../host/unavailable.js';

/** Programs that were asked: the same file needs the same libraries, so all backends of this process share it. */
const asked = new Map<string, readonly string[]>();

/**
 * The files that a program is loaded with in an empty environment: its dynamic loader and its shared libraries, at the paths where the
 * loader finds them. What this process was started with (`LD_PRELOAD`, `LD_LIBRARY_PATH`) or has loaded plays no part.
 *
 * @throws SandboxError `backend_unavailable` if the loader does not say
 */
export function programLibraries(program: string): readonly string[] {
  const known = asked.get(program);
  if (known !== undefined) return known;
  const loader = loaderOf(program);
  // A program that is linked statically needs none.
  const found = loader === undefined ? [] : [loader, ...listedBy(loader, program)];
  // A link among them may be bound as a link, with its whole folder.
  const files = [...new Set(found.flatMap((path) => [withRealFolder(path), realpathSync(path)]))];
  asked.set(program, files);
  return files;
}

function listedBy(loader: string, program: string): readonly string[] {
  const { status, stdout, stderr, error } = spawnSync(loader, ['--list', program], {
    env: {},
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim().slice(0, 500);
    throw unavailable(
      `${loader} does not list the libraries of ${program} (${why})`,
      'use a program whose libraries are all there',
    );
  }
  return [...stdout.matchAll(/^\s*(?:\S+ => )?(\/.+) \(0x[0-9a-f]+\)$/gm)].map(
    ([, path = '']) => path,
  );
}

/** The dynamic loader that a program of Linux names (ELF, `PT_INTERP`); undefined without one. */
function loaderOf(program: string): string | undefined {
  const file = openSync(program, 'r');
  try {
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, at));
    };
    const head = read(0, 64);
    // 64 bits, little endian: what there are filters for.
    if (head.length < 64 || head.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2) return undefined;
    const entries = head.readUInt16LE(56);
    const size = head.readUInt16LE(54);
    const table = read(Number(head.readBigUInt64LE(32)), entries * size);
    for (let at = 0; at + 56 <= table.length; at += size) {
      if (table.readUInt32LE(at) !== interpreterEntry) continue;
      const text = read(Number(table.readBigUInt64LE(at + 8)), 4_096).toString('latin1');
      return text.slice(0, text.indexOf('\0'));
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

const interpreterEntry = 3;

/** The path of a file in its folder without links: a folder that is a link cannot be bound below. */
function withRealFolder(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/**
 * What is bound so that libraries can be loaded, also those that a program asks for later: folders of the system that belong to
 * root, and of all others only the files.
 */
export function libraryBinds(files: readonly string[]): readonly string[] {
  const binds = files.map((path) => {
    const file = withRealFolder(path);
    const folder = dirname(file);
    return isOfSystem(folder) ? folder : file;
  });
  return [...new Set(binds)];
}

/** Whether a folder is one of root's, below those of libraries, and holds nothing of who runs this process. */
function isOfSystem(folder: string): boolean {
  if (!/^\/(?:usr\/)?lib[^/]*\/./.test(folder) && !/^\/usr\/(?:local\/)?lib\//.test(folder)) {
    return false;
  }
  const { uid, mode } = statSync(folder);
  return uid === 0 && (mode & 0o022) === 0 && !isOrHoldsOwn(folder) && !isOwn(folder);
}

/** Whether a folder is below the current one, the home or the temporary folder. */
function isOwn(folder: string): boolean {
  return ownFolders().some((own) => own !== '/' && isWithin(folder, own));
}

/** Whether a folder is the current one, the home or the temporary folder, or holds one. */
export function isOrHoldsOwn(folder: string): boolean {
  return ownFolders().some((own) => isWithin(own, folder));
}

/** Whether a path is a folder, or in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** The current folder, the home and the temporary folder, as they are named and without links. */
export function ownFolders(): readonly string[] {
  const all = [process.cwd(), home(), tmpdir(), '/tmp'];
  return [...new Set([...all, ...all.flatMap(real)])];
}

function real(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function home(): string {
  try {
    return homedir();
  } catch {
    return '/root'; // This user has no home that is known.
  }
}

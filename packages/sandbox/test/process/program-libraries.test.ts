import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { libraryBinds, programLibraries } from '../../src/process/walls/program-libraries.js';
import { isolate } from '../../src/process/isolate.js';
import { hasBubblewrap, linux, needing } from '../support/isolation-suite.js';

const { execPath } = process;
/** A folder of an application: a library beside its secrets. */
const application = mkdtempSync(join(process.cwd(), 'node_modules', '.rlm-application-'));
const secret = join(application, '.env');
writeFileSync(secret, 'KEY=secret\n');

afterAll(() => {
  rmSync(application, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Puts a library of the system into the folder of the application. */
function copyLibrary(named = /libm\.so/): string {
  const path = programLibraries(execPath).find((file) => named.test(file)) ?? '';
  const copy = join(application, basename(path));
  copyFileSync(path, copy);
  return copy;
}

const bound = (args: readonly string[]): readonly string[] =>
  args.filter((_, at) => args[at - 1] === '--ro-bind');

describe.skipIf(!linux)('the libraries of a program', () => {
  it('are files: its loader, and those that it is linked with', () => {
    const files = programLibraries(execPath);
    expect(files.some((path) => /\/ld-(?:linux|musl)[^/]*$/.test(path))).toBe(true);
    expect(files.some((path) => /\/libc\.(?:so|musl)[^/]*$/.test(path))).toBe(true);
    for (const path of files) expect(statSync(path).isFile(), path).toBe(true);
  });

  it('are those of an empty environment, whatever the host was started with', () => {
    const library = copyLibrary();
    vi.stubEnv('LD_PRELOAD', library);
    vi.stubEnv('LD_LIBRARY_PATH', application);
    // A program that was not asked before: this one under another name.
    const program = join(application, 'program');
    copyFileSync(execPath, program);
    expect(programLibraries(program)).toEqual(programLibraries(execPath));
  });

  it('are none for a script, and none for what is linked statically', () => {
    expect(programLibraries(join(import.meta.dirname, 'find-command.test.ts'))).toEqual([]);
  });

  it('are refused with a reason if the loader of the program cannot be asked', () => {
    const program = join(application, 'other');
    const bytes = readFileSync(execPath);
    // The first text of this form in the file is the name of its loader.
    bytes.write('/nowhere\0', bytes.indexOf('/lib'), 'latin1');
    writeFileSync(program, bytes);
    expect(() => programLibraries(program)).toThrow(
      /^\/nowhere does not list the libraries of .*other \(.*ENOENT.*\); /,
    );
  });
});

describe.skipIf(!linux)('what is bound for libraries', () => {
  const system = dirname(
    programLibraries(execPath).find((path) => /\/libc\.(?:so|musl)/.test(path)) ?? '/usr/lib/x',
  );
  const libraryIn = (folder: string): string => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'libown.so.1');
    writeFileSync(file, '');
    return file;
  };
  const temporary = mkdtempSync(join(tmpdir(), 'rlm-libraries-'));
  afterAll(() => {
    rmSync(temporary, { recursive: true });
  });
  const own: readonly (readonly [where: string, path: () => string])[] = [
    ['the current folder', () => libraryIn(application)],
    ['a folder below it', () => libraryIn(join(application, 'native', 'lib'))],
    ['the temporary folder', () => libraryIn(temporary)],
  ];

  it('is the folder for a library of the system', () => {
    expect(libraryBinds([join(system, 'libc.so.6')])).toEqual([system]);
  });

  it.each(own)('is the file for a library in %s', (_, path) => {
    expect(libraryBinds([path()])).toEqual([path()]);
  });

  it('is the file for one in a folder of the system that is the home', () => {
    vi.stubEnv('HOME', system);
    expect(homedir()).toBe(system);
    const path = join(system, 'libc.so.6');
    expect(libraryBinds([path])).toEqual([path]);
  });
});

describe.skipIf(!hasBubblewrap)(
  needing('a host that was started with a library of its own'),
  () => {
    it('shows no folder of it to its process', () => {
      vi.stubEnv('LD_PRELOAD', copyLibrary());
      const command = { command: execPath, args: [], env: {}, stops: 'socket' } as const;
      for (const path of bound(isolate(command, []).command.args)) {
        if (!statSync(path).isDirectory()) continue;
        expect(path).toMatch(/^\/(?:usr\/)?lib/);
      }
    });

    it('shows no folder of it to a cell of cpython()', async ({ skip }) => {
      const backend = cpython({ packages: false });
      const probe = await backend.probe();
      if (!probe.ok) return skip(probe.reason);
      vi.stubEnv('LD_PRELOAD', copyLibrary());
      vi.stubEnv('LD_LIBRARY_PATH', application);
      await using session = await cpython({ packages: false }).open();
      const read = await session.execute(`open(${JSON.stringify(secret)}).read()`);
      expect(read.error?.type).toBe('FileNotFoundError');
      const listed = await session.execute(`import os\nos.listdir(${JSON.stringify(application)})`);
      expect(listed.error?.type).toBe('FileNotFoundError');
    });

    it('names what was named for cpython() in probe()', async ({ skip }) => {
      const folder = join(application, 'named');
      mkdirSync(folder, { recursive: true });
      const probe = await cpython({ readOnlyPaths: [folder] }).probe();
      if (!probe.ok) return skip(probe.reason);
      expect(probe.readable).toContain(folder);
      expect(probe.readable?.some((path) => path.includes('python3'))).toBe(true);
      expect(probe.readable).not.toContain(application);
    });
  },
);

import { dirname, join, normalize } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read, sourcesOf } from './workspace.js';

/** Which package may import which (design, section 2). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'repl-types': [],
  termination: ['repl-types'],
  policies: ['repl-types', 'termination'],
  sandbox: ['repl-types'],
  kernel: ['repl-types', 'policies'],
  'penguin-engine': ['repl-types', 'termination', 'policies', 'kernel'],
  journal: ['repl-types', 'kernel'],
  files: ['repl-types', 'sandbox', 'kernel'],
  runner: ['repl-types', 'termination', 'policies', 'sandbox', 'kernel'],
  ui: ['repl-types', 'kernel', 'runner'],
  mcp: ['repl-types', 'sandbox', 'kernel', 'journal', 'files', 'runner'],
};

/** What a source file imports, types included. */
function importsOf(path: string): string[] {
  return ts.preProcessFile(read(path)).importedFiles.map(({ fileName }) => fileName);
}

describe('the layers', () => {
  it('name every package', () => {
    expect(Object.keys(mayImport).sort()).toEqual([...packages]);
  });

  it.each(packages)('let %s import what the design allows, by public entries only', (name) => {
    const allowed = mayImport[name] ?? [];
    const forbidden = sourcesOf(name).flatMap((path) =>
      importsOf(path)
        .filter((target) => {
          if (target.startsWith('.')) {
            return !normalize(join(dirname(path), target)).startsWith(`packages/${name}/src`);
          }
          const [, imported] = /^@rlm\/([^/]+)/.exec(target) ?? [];
          return imported !== undefined && !allowed.includes(imported);
        })
        .map((target) => `${path} imports ${target}`),
    );
    expect(forbidden).toEqual([]);
  });

  it.each(packages)('declare in %s the packages that its sources import', (name) => {
    const manifest = JSON.parse(read(`packages/${name}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    const declared = Object.keys(manifest.dependencies ?? {}).filter((key) =>
      key.startsWith('@rlm/'),
    );
    const imported = new Set(
      sourcesOf(name).flatMap((path) =>
        importsOf(path).flatMap((target) => /^@rlm\/[^/]+/.exec(target)?.[0] ?? []),
      ),
    );
    expect(declared.sort()).toEqual([...imported].sort());
  });

  it.each(packages)('hold no cycle of imports in %s, types included', (name) => {
    const files = new Set(sourcesOf(name));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path))
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const target of importsOf(path)) {
        if (!target.startsWith('.')) continue;
        const next = normalize(join(dirname(path), target)).replace(/\.js$/, '.ts');
        if (files.has(next)) visit(next, [...trail, path]);
      }
      done.add(path);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  // Its page reads the events of runs by itself, and not as messages of `useChat`; agents have a command of their own.
  it('let the playground import all packages but mcp and ui, by public entries only', () => {
    const targets = filesBelow('apps/playground/src')
      .filter((path) => path.endsWith('.ts'))
      .flatMap(importsOf);
    const imported = new Set(targets.flatMap((target) => /^@rlm\/([^/]+)/.exec(target)?.[1] ?? []));
    const others = packages.filter((name) => !['mcp', 'ui'].includes(name));
    expect([...imported].sort()).toEqual(others);
    expect(targets.filter((target) => target.includes('packages/'))).toEqual([]);
  });

  /** The files of a folder with what they import of files outside of it, `node:` modules included. */
  const importsOutOf = (folder: string): string[] =>
    filesBelow(folder)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        importsOf(path).map((target) =>
          target.startsWith('.') ? normalize(join(dirname(path), target)) : target,
        ),
      )
      .filter((target) => /^(?:apps|packages)\/|^node:/.test(target))
      .filter((target) => !target.startsWith(`${folder}/`));

  it("let the playground's views of a run import nothing of the command, its server and Node.js", () => {
    expect(filesBelow('apps/playground/src/view')).toContain(
      'apps/playground/src/view/run-view.ts',
    );
    expect(importsOutOf('apps/playground/src/view')).toEqual([]);
  });

  it('let the page reach into the views of a run, and into the types of what the server says', () => {
    const allowed = /^apps\/playground\/src\/(?:view\/|api\.js$)/;
    const targets = importsOutOf('apps/playground/page/src');
    expect(targets).toContain('apps/playground/src/view/run-view.js');
    expect(targets.filter((target) => !allowed.test(target))).toEqual([]);
    expect(importsOf('apps/playground/src/api.ts')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read } from './workspace.js';

interface Manifest {
  readonly keywords: readonly string[];
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly publishConfig: unknown;
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly url: string; readonly directory: string };
  readonly files: readonly string[];
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(read(`${folder}/package.json`)) as Manifest;
const manifestOf = (name: string): Manifest => manifestIn(`packages/${name}`);

/** What is published, by its folder. */
const published = [...packages.map((name) => `packages/${name}`), 'apps/playground'];

describe.each(published)('the manifest of %s', (folder) => {
  const manifest = manifestIn(folder);

  it('names one address for its source, its page and its faults', () => {
    const { url, directory } = manifestOf('repl-types').repository;
    expect(directory).toBe('packages/repl-types');
    const address = url.replace(/^git\+/, '').replace(/\.git$/, '');
    expect(manifest).toMatchObject({
      repository: { type: 'git', url, directory: folder },
      homepage: `${address}/tree/main/${folder}#readme`,
      bugs: { url: `${address}/issues` },
    });
  });

  it('publishes the changelog that changesets write', () => {
    expect(manifest.files).toContain('CHANGELOG.md');
  });

  it('is published for everybody, with provenance', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  });

  it('has keywords of its own', () => {
    const others = published.filter((other) => other !== folder).map(manifestIn);
    const own = manifest.keywords.filter(
      (word) => !others.some(({ keywords }) => keywords.includes(word)),
    );
    expect(manifest.keywords[0]).toBe('rlm');
    expect(own.length).toBeGreaterThan(1);
  });

  it('has its tarball checked by publint, and by attw if it has types', () => {
    const check = manifest.scripts['pack:check'] ?? '';
    expect(check).toContain('publint --strict .pack/package.tgz');
    expect(check.includes('attw .pack/package.tgz')).toBe(manifest.exports !== undefined);
  });
});

describe('the badges of the README', () => {
  const textOf = (name: string): string =>
    / aria-label="([^"]+)"/.exec(read(`docs/images/badges/${name}.svg`))?.[1] ?? '';

  it('say what the manifests say', () => {
    const { license, engines } = manifestOf('runner');
    expect(textOf('licence')).toBe(`licence: ${license}`);
    const oldest = engines.node.replace('>=', '').replace(/\.0$/, '');
    expect(textOf('node')).toBe(`Node.js: ${oldest} or later`);
    expect(textOf('types')).toBe('types: included');
  });

  it('come from the repository, not from a service', () => {
    const images = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)];
    const files = images.map(([, file = '']) => file);
    expect(files.filter((file) => !file.startsWith('docs/images/'))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.svg')).length).toBe(3);
  });
});

/** The engines of the sandbox: what the suites run with, and the range that they have passed with. */
const { peerDependencies: ranges = {}, devDependencies: pins } = manifestOf('sandbox');
const engines = Object.keys(ranges);

describe('the engines', () => {
  it.each(engines)(
    'are tested in the newest version of the range, with every change: %s',
    (name) => {
      const [, newest = ranges[name]] = /^>=\S+ <=(\S+)$/.exec(ranges[name] ?? '') ?? [];
      expect(pins[name]).toBe(newest);
    },
  );

  it('has a range for Pyodide that is the list of versions which the seal accepts', () => {
    const source = read('packages/sandbox/src/pyodide/locate.ts');
    const [, list = ''] =
      /pyodideVersions.*?\[(.*?)\]/s.exec(source.replace('readonly string[]', '')) ?? [];
    const versions = [...list.matchAll(/'([^']+)'/g)].map(([, version]) => version);
    expect(ranges['pyodide']).toBe(`>=${versions[0] ?? ''} <=${versions.at(-1) ?? ''}`);
  });

  it('are installed in that version wherever a page or an error says how', () => {
    const texts = ['.', 'docs', 'packages', 'apps', 'examples'].flatMap((folder) =>
      folder === '.' ? ['README.md', 'CONTRIBUTING.md'] : filesBelow(folder),
    );
    const wrong = texts
      .filter((path) => /\.(?:md|ts)$/.test(path) && !path.includes('/test/'))
      .flatMap((path) => {
        const commands = read(path).match(/npm i(?:nstall)? [^\n`']*/g) ?? [];
        return commands.flatMap((command) =>
          command
            .split(/\s+/)
            .filter((word) => engines.some((name) => word === name || word.startsWith(`${name}@`)))
            .filter(
              (word) =>
                !word.includes('${') &&
                !engines.some((name) => word === `${name}@${pins[name] ?? ''}`),
            )
            .map((word) => `${path}: ${word}`),
        );
      });
    expect(wrong).toEqual([]);
  });
});

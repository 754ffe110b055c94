import { describe, expect, it } from 'vitest';

import { readTable } from '../../compatibility/runtimes-table.mjs';
import { backends, packages, read } from './workspace.js';

/** The tables of docs/runtimes.md, whose cells `pnpm runtimes`, `pnpm bundles` and `pnpm compilers` compare with what they find. */
const { header, rows } = readTable('runtime');
const bundlers = readTable('bundler');
const compilers = readTable('compiler');

const enginesOf = (name: string): string =>
  (JSON.parse(read(`packages/${name}/package.json`)) as { engines: { node: string } }).engines.node;

describe('the table of runtimes', () => {
  it('has a column for each backend that comes from the registry, and one for the loops', () => {
    const { peerDependencies } = JSON.parse(read('packages/sandbox/package.json')) as {
      peerDependencies: Record<string, string>;
    };
    const engines = Object.keys(peerDependencies);
    const fromRegistry = backends.filter((name) => {
      const commands = read(`docs/sandbox/${name}.md`).match(/npm install [^\n`]*/g) ?? [];
      return engines.some((engine) => commands.some((command) => command.includes(` ${engine}@`)));
    });
    const [first, ...columns] = header;
    expect(first).toBe('runtime');
    expect(columns.sort()).toEqual(
      [...fromRegistry.map((name) => `\`${name}()\``), 'loops'].sort(),
    );
  });

  it.each(rows)('says of %s one of three things', (runtime, ...claims) => {
    expect(runtime).toMatch(/^(?:Node\.js|Deno|Bun) \d+\.\d+\.\d+$/);
    expect(claims.length).toBe(header.length - 1);
    for (const claim of claims) expect(claim).toMatch(/^(?:passes|no|all but [1-9]\d*)$/);
  });

  it('holds the Node.js that runs here, by its major version', () => {
    const [major = ''] = process.versions.node.split('.');
    expect(rows.map(([runtime = '']) => runtime.split('.')[1]?.replace('js ', ''))).toContain(
      major,
    );
  });

  it.each(packages)('begins with the oldest Node.js that %s promises', (name) => {
    const [[oldest = ''] = []] = rows;
    expect(`>=${oldest.replace('Node.js ', '')}`).toBe(enginesOf(name));
  });

  it('names the peer ranges of the engines', () => {
    const { peerDependencies } = JSON.parse(read('packages/sandbox/package.json')) as {
      peerDependencies: Record<string, string>;
    };
    const page = read('docs/runtimes.md');
    for (const [name, range] of Object.entries(peerDependencies)) {
      expect(page).toContain(`\`${name}\` ${range.replace('>=', '').replace(' <=', ' to ')}`);
    }
  });
});

describe('the table of bundlers', () => {
  const recipes =
    read('tooling/compatibility/bundles.mjs').match(/^ {2}'.+?': ?(?:\(\)|\w+,)/gm) ?? [];

  it.each(bundlers.rows)('says of %s that %s works or not', (bundler, checked, claim) => {
    expect(bundler).toMatch(/ \d+\.\d+\.\d+$/);
    expect(checked).not.toBe('');
    expect(['works', 'no']).toContain(claim);
  });

  it('has a row for each recipe that `pnpm bundles` builds, and a recipe for each row', () => {
    const named = recipes.map((line) => / {2}'([^',]+)/.exec(line)?.[1] ?? '');
    const rowNames = bundlers.rows.map(([bundler = '']) =>
      bundler.replaceAll('`', '').replace(/ \S+$/, ''),
    );
    expect([...new Set(named)].sort()).toEqual(rowNames.sort());
  });
});

describe('the table of compilers', () => {
  it.each(compilers.rows)('says of %s one of two things', (compiler, ...claims) => {
    expect(compiler).toMatch(/^TypeScript \d+\.\d+\.\d+$/);
    expect(claims.length).toBe(compilers.header.length - 1);
    for (const claim of claims) expect(['compiles', 'no']).toContain(claim);
  });

  it('has the ways in which modules are resolved', () => {
    expect(compilers.header).toEqual(['compiler', '`nodenext`', '`bundler`']);
  });

  it('has both compilers that the workspace itself uses', () => {
    const catalog = read('pnpm-workspace.yaml');
    const used = [/^ {2}typescript: (\S+)/m, /^ {2}typescript-7: npm:typescript@(\S+)/m].map(
      (pattern) => `TypeScript ${pattern.exec(catalog)?.[1] ?? ''}`,
    );
    expect(compilers.rows.map(([compiler]) => compiler)).toEqual(expect.arrayContaining(used));
  });
});

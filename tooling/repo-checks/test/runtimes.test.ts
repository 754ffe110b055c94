import { describe, expect, it } from 'vitest';

import { readRuntimesTable } from '../../compatibility/runtimes-table.mjs';
import { backends, packages, read } from './workspace.js';

/** The table of docs/runtimes.md, whose cells `pnpm runtimes` compares with what it finds. */
const { header, rows } = readRuntimesTable();

const enginesOf = (name: string): string =>
  (JSON.parse(read(`packages/${name}/package.json`)) as { engines: { node: string } }).engines.node;

describe('the table of runtimes', () => {
  it('has a column for each backend that comes from the registry', () => {
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
    expect(columns.sort()).toEqual(fromRegistry.map((name) => `\`${name}()\``).sort());
  });

  it.each(rows)('says of %s one of two things', (runtime, ...claims) => {
    expect(runtime).toMatch(/^(?:Node\.js|Deno|Bun) \d+\.\d+\.\d+$/);
    expect(claims.length).toBe(header.length - 1);
    for (const claim of claims) expect(['passes', 'no']).toContain(claim);
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

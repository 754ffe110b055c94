import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { errorCodes, eventKinds, publicNames } from './public-names.js';
import { filesBelow, packages, read, root } from './workspace.js';

const folder = 'packages/runner/skills/rlm';
const pages = filesBelow(folder);
const skill = read(`${folder}/SKILL.md`);

const fence = /^(`{3,})(\w*)[^\n]*\n([^]*?)^\1 *$/gm;

/** The code of a page, each block by itself. */
const blocksOf = (page: string): string[] =>
  [...read(page).matchAll(fence)].flatMap(([, , language, code = '']) =>
    language === 'ts' ? [code] : [],
  );

/** What a page has in code marks, outside of its blocks. */
const codesOf = (page: string): string[] =>
  [
    ...read(page)
      .replaceAll(fence, '')
      .matchAll(/(`+)(.+?)\1/g),
  ].map(([, , code = '']) => code);

/** The words that a page has in code marks. What stands in quotes is a value. */
const wordsOf = (page: string): string[] =>
  codesOf(page)
    .filter((code) => !/^(?:@rlm\/|npm |\.|\/|[\w-]+:$)/.test(code))
    .map((code) => code.replaceAll(/'[^']*'|"[^"]*"/g, ''))
    .flatMap((code) =>
      /^[\w]+(?:-[\w]+)+$/.test(code) ? [code] : (code.match(/[A-Za-z_]\w*/g) ?? []),
    );

/** What is no name of these packages: the guest's functions, words of JavaScript, packages of others, values. */
const others = new Set([
  ...[
    'FINAL',
    'llm_query',
    'llm_query_batched',
    'HostCallError',
    'rlm_query',
    'await',
    'true',
    'false',
    'for',
    'instanceof',
    'js',
    'repl',
  ],
  ...[
    'unpdf',
    'mammoth',
    'search',
    'word',
    'tool',
    'client',
    'store',
    'key',
    'id',
    'replies',
    'openai',
  ],
]);

describe('the skill for coding assistants', () => {
  it('is where `npx skills add` and the package look for it', () => {
    expect(lstatSync(join(root, 'skills')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(root, 'skills'))).toBe('packages/runner/skills');
    const { files } = JSON.parse(read('packages/runner/package.json')) as {
      files: readonly string[];
    };
    expect(files).toContain('skills');
  });

  it('has the head and the size that the format asks for', () => {
    const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(skill) ?? [];
    const fields = new Map(
      head.split('\n').map((line) => {
        const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
        return [name, value] as const;
      }),
    );
    expect(fields.get('name')).toBe('rlm');
    expect(fields.get('description')).toMatch(/Use when/);
    expect(fields.get('description')?.length).toBeLessThan(1024);
    expect(fields.get('description')).not.toMatch(/[<>]/);
    // A skill is read whole, and a reference when it is needed.
    expect(skill.split('\n').length).toBeLessThan(150);
    for (const page of pages) expect(read(page).split(/\s+/).length, page).toBeLessThan(1_000);
  });

  it('links each of its references, and nothing that is not there', () => {
    const links = [...skill.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    const references = pages.filter((page) => page !== `${folder}/SKILL.md`);
    expect(references).toHaveLength(5);
    expect([...new Set(links)].map((link) => `${folder}/${link}`).sort()).toEqual(
      references.sort(),
    );
    for (const link of links) expect(existsSync(join(root, folder, link)), link).toBe(true);
  });

  it('has code that compiles, strictly', async () => {
    const place = fileURLToPath(new URL('../reports/skill/', import.meta.url));
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    const files = pages.flatMap((page) =>
      blocksOf(page).map((code, index) => {
        const file = join(place, `${page.replaceAll(/\W/g, '-')}-${index}.mts`);
        writeFileSync(file, code);
        return file;
      }),
    );
    expect(files.length).toBeGreaterThanOrEqual(6);
    const options =
      '--module nodenext --target es2022 --types node --strict --exactOptionalPropertyTypes --skipLibCheck --ignoreConfig --noEmit';
    const compiler = fileURLToPath(new URL('../../config/check-types.js', import.meta.url));
    const compiling = promisify(execFile)(process.execPath, [
      compiler,
      ...options.split(' '),
      ...files,
    ]);
    const faults = await compiling.then(
      () => '',
      (failed: unknown) => (failed as { readonly stdout: string }).stdout,
    );
    expect(faults).toBe('');
    rmSync(place, { recursive: true });
  });

  it('names only what the packages export, with the options that they take', () => {
    const all = exportsOf(packages);
    const types = all.exports.flatMap(({ symbol }) =>
      (symbol.flags & ts.SymbolFlags.Type) === 0
        ? []
        : [all.checker.getDeclaredTypeOfSymbol(symbol)],
    );
    const literals = types.flatMap((type) =>
      (type.isUnion() ? type.types : [type]).flatMap((part) =>
        part.isStringLiteral() ? [part.value] : [],
      ),
    );
    const known = new Set([
      ...publicNames(all).map(({ name }) => name),
      ...errorCodes(all),
      ...eventKinds(all),
      ...literals,
      ...others,
    ]);
    // Values: the finish tools, what a scripted reply may be, and a code that no class has.
    known.add('invalid_approval');
    for (const name of ['finish_task', 'finish_response', 'raise', 'status', 'hang', 'chunks']) {
      known.add(name);
    }
    const unknown = pages.flatMap((page) =>
      wordsOf(page)
        .filter((word) => !known.has(word))
        .map((word) => `${page}: ${word}`),
    );
    expect(unknown).toEqual([]);
    const entries = new Set(all.exports.map(({ entry }) => entry));
    const named = pages.flatMap(codesOf).filter((code) => code.startsWith('@rlm/'));
    expect(named.filter((entry) => !entries.has(entry))).toEqual([]);
  });
});

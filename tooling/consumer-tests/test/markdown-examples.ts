import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { pagesOfPackage } from '@rlm/config/package-pages';

/** A TypeScript example of a document. */
export interface Example {
  /** The document, from the root of the repository. */
  readonly document: string;
  /** The heading that the example stands under. */
  readonly heading: string;
  /** The file that it would be saved in: what its first line names (`// silence.ts`), or made of its heading. */
  readonly file: string;
  readonly code: string;
  /** Whether it is the first of its document. */
  readonly isFirst: boolean;
  /** What the install lines above it install. */
  readonly packages: readonly string[];
  /** False where its fence says `no-run`: it needs what not every machine has. */
  readonly runs: boolean;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every document with examples for users, from the root of the repository. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(`${root}packages`).flatMap(pagesOfPackage),
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

/** The text of a document. */
const readDocument = (document: string): string => readFileSync(root + document, 'utf8');

const fence = /^( *)(`{3,})(\w*) *([\w-]*)[^\n]*\n([^]*?)^\1\2 *$/gm;

/**
 * The examples of a document, in their order. The convention: an example works in a project that ran the
 * `npm install` lines of the nearest `sh` fence above it.
 */
export function readExamples(document: string): Example[] {
  const text = readDocument(document);
  const examples: Example[] = [];
  let packages: readonly string[] = [];
  let heading = '';
  let end = 0;
  for (const match of text.matchAll(fence)) {
    const [whole, indent = '', , language, mark, body = ''] = match;
    heading = [...text.slice(end, match.index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? heading;
    end = match.index + whole.length;
    if (language === 'sh') packages = installedBy(body) ?? packages;
    if (language !== 'ts') continue;
    if (packages.length === 0) throw new Error(`${document}: no npm install above "${heading}"`);
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const name = heading.toLowerCase().replaceAll(/\W+/g, '-');
    const file = /^\/\/ (\S+\.ts)$/m.exec(code)?.[1] ?? `${name}-${examples.length + 1}.ts`;
    const isFirst = examples.length === 0;
    examples.push({ document, heading, file, code, isFirst, packages, runs: mark !== 'no-run' });
  }
  return examples;
}

/** What the lines of a shell fence install; undefined where none does. */
function installedBy(shell: string): readonly string[] | undefined {
  const lines = [...shell.matchAll(/^ *npm (?:install|i) ([^#\n]+)/gm)];
  if (lines.length === 0) return undefined;
  return [...new Set(lines.flatMap(([, names = '']) => names.trim().split(/\s+/)))];
}

/** The packages that an example imports, by their names. */
export function importedBy({ code }: Example): string[] {
  const sources = [...code.matchAll(/^import\b[^;]*?'([^']+)'/gm)];
  return sources
    .map(([, source = '']) => source)
    .filter((source) => !/^(?:\.|node:)/.test(source))
    .map((source) => /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source);
}

/** The lines that an example says it prints: the comments behind its `console.log`. */
export function promisedBy({ code }: Example): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, line = '']) => line);
}

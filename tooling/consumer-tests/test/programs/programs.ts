import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runNode, type Consumer } from '../consumer.js';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));

/** A program below `examples/`, as its README presents it. */
export interface Program {
  /** The name of its folder. */
  readonly name: string;
  /** What its install line installs. */
  readonly packages: readonly string[];
  /** The files that its start line gives to tsx. */
  readonly starts: readonly string[];
  /** Its files with code, by their paths in its folder. */
  readonly sources: readonly string[];
  /** What it prints, among other lines. */
  readonly prints: string;
  /** All packages that it imports. */
  readonly imports: readonly string[];
  readonly readme: string;
}

const sourceFile = /\.(?:tsx?|mjs)$/;

/** The sources of a program, below its folder. */
function sourcesOf(name: string): string[] {
  return readdirSync(join(examples, name), { recursive: true, encoding: 'utf8' }).filter(
    (path) => sourceFile.test(path) && !path.includes('node_modules'),
  );
}

function importedBy(name: string): string[] {
  const texts = sourcesOf(name).map((path) => readFileSync(join(examples, name, path), 'utf8'));
  const sources = texts.flatMap((text) => [...text.matchAll(/^import\b[^;']*'([^'.][^']*)'/gm)]);
  const names = sources.map(([, source = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source);
  return [...new Set(names)].filter((each) => !each.startsWith('node:')).sort();
}

/** The first part in code marks of the item of a README that begins with a word. */
function itemOf(readme: string, word: string): string {
  const [, item = ''] = new RegExp(`^- ${word}: (.*)$`, 'm').exec(readme) ?? [];
  return item;
}

const codeIn = (item: string): string[] =>
  [...item.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

function readProgram(name: string): Program {
  const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
  const [install = ''] = codeIn(itemOf(readme, 'Install'));
  const started = codeIn(itemOf(readme, 'Start')).flatMap((code) =>
    [...code.matchAll(/^npx tsx (?:--test )?(\S+\.ts)/g)].map(([, file = '']) => file),
  );
  return {
    name,
    packages: install.replace(/^npm install /, '').split(' '),
    starts: started,
    sources: sourcesOf(name),
    prints: codeIn(itemOf(readme, 'Prints'))[0] ?? '',
    imports: importedBy(name),
    readme,
  };
}

/** All of them, by the names of their folders. */
export const programs: readonly Program[] = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(examples, entry.name, 'README.md')))
  .map(({ name }) => readProgram(name));

/** The name of a package as an install line has it, without its version. */
export const nameOf = (specifier: string): string => specifier.replace(/(?<=.)@.*$/, '');

/** The lines of a program's README that are not empty, without its title. */
export const linesOf = ({ readme }: Program): string[] =>
  readme.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Where a program lies in a project. */
export const folderIn = ({ directory }: Consumer, { name }: Program): string =>
  join(directory, name);

/** Copies programs into a project that has installed what they need, and compiles them there, strictly. */
export async function compilePrograms(
  consumer: Consumer,
  members: readonly Program[],
): Promise<void> {
  for (const program of members) {
    cpSync(join(examples, program.name), folderIn(consumer, program), { recursive: true });
  }
  const files = members.flatMap(({ name }) =>
    sourcesOf(name)
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(name, path)),
  );
  await consumer.compileInPlace(files);
}

/** Runs one file of a compiled program to its end, and answers what it printed. */
export function runProgram(
  consumer: Consumer,
  program: Program,
  file: string,
  options: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<string> {
  const { args = [], env = {} } = options;
  const flags = file.endsWith('.test.ts') ? ['--test-reporter=tap', '--test'] : [];
  return runNode(folderIn(consumer, program), [...flags, scriptOf(file), ...args], env);
}

/** The compiled file of a source. */
export const scriptOf = (file: string): string => file.replace(/\.ts$/, '.js');

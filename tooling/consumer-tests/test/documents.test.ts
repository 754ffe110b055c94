import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../../../apps/playground/test/models/openai-server.js';
import { compile, importsOf, installedBy, packages, run, useProject, write } from './project.js';
import { root } from './registry.js';

/** A TypeScript example of a document. It works in a project that ran the `npm install` lines of the nearest `sh` fence above it. */
interface Example {
  readonly document: string;
  readonly heading: string;
  /** Where it is saved: the examples of a document lie side by side. */
  readonly file: string;
  readonly code: string;
  readonly installs: readonly string[];
  /** False if its fence says `no-run`: it needs what not every machine has. */
  readonly runs: boolean;
}

/** What the model replies to an example, what that prints, and the files that it finds. */
interface Script {
  readonly replies?: readonly string[];
  readonly prints: readonly string[];
  readonly files?: Record<string, string>;
}

/** Of every example whose own comments do not say what it prints, by document and heading. */
const scripts = readFileSync(new URL('documents.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Script & { readonly example: string });

const scriptOf = ({ document, heading, code }: Example): Script => {
  const comments = [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)];
  const prints = comments.map(([, line = '']) => line);
  return scripts.find(({ example }) => example === `${document}: ${heading}`) ?? { prints };
};

const documents = ['docs', ...packages.map((name) => `packages/${name}/docs`)]
  .filter((folder) => existsSync(root + folder))
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true }).map((path) => `${folder}/${String(path)}`),
  )
  .concat('README.md', ...packages.map((name) => `packages/${name}/README.md`))
  .filter((path) => path.endsWith('.md'));

/** A heading, or a fence: indent, ticks, language, mark, code. */
const part = /^#+ (.*)$|^( *)(`{3,})(\w*) *([\w-]*)[^\n]*\n([^]*?)^\2\3 *$/gm;

function readExamples(document: string): readonly Example[] {
  const folder = document.toLowerCase().replaceAll(/\W+/g, '-');
  const examples: Example[] = [];
  let installs: readonly string[] = [];
  let heading = '';
  for (const match of readFileSync(root + document, 'utf8').matchAll(part)) {
    const [, title, indent = '', , language, mark, body = ''] = match;
    if (title !== undefined) heading = title;
    const lines = [...body.matchAll(/^ *npm (?:install|i) ([^#\n]+)/gm)];
    if (language === 'sh' && lines.length > 0)
      installs = lines.flatMap(([, names = '']) => names.trim().split(/\s+/));
    if (language !== 'ts') continue;
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const name = /^\/\/ (\S+\.ts)$/m.exec(code)?.[1] ?? `example-${examples.length + 1}.ts`;
    const file = `${folder}/${name}`;
    examples.push({ document, heading, file, code, installs, runs: mark !== 'no-run' });
  }
  return examples;
}

const examples = documents.flatMap(readExamples);

/** Those that share a process: of a document, without those that need one of their own. */
const groups = documents.flatMap((document) => {
  const members = examples.filter((each) => each.runs && each.document === document);
  const isAlone = ({ code }: Example): boolean => /process\b|node:test|vitest/.test(code);
  const alone = members.filter(isAlone).map((each) => [each.file, [each]] as const);
  return [[document, members.filter((each) => !isAlone(each))] as const, ...alone];
});

/** In place of the import of OpenAI's provider: the provider, with another address. */
const openaiAt = (baseURL: string): string =>
  `import { createOpenAI } $1\nconst openai = createOpenAI({ baseURL: '${baseURL}', apiKey: 'none' }).chat;`;

/** Runs programs one after another: the next when nothing keeps the process alive. */
const host = `
  const programs = process.argv.slice(2);
  process.on('beforeExit', async () => {
    const program = programs.shift();
    if (program === undefined) return;
    console.log('-- next --');
    await import(program);
  });`;

describe('a TypeScript project with the examples of all documents', () => {
  const installed = installedBy(examples.flatMap(({ installs }) => installs));
  const project = useProject(['@types/node', ...installed.values()]);

  it('installs for each what it imports, and compiles them', async () => {
    for (const { file, code, installs } of examples)
      expect([...installedBy(installs).keys()], file).toEqual(
        expect.arrayContaining([...importsOf(code)]),
      );
    const files = Object.fromEntries(examples.map(({ file, code }) => [file, code]));
    expect(Object.keys(files)).toHaveLength(examples.length);
    await write(project(), files);
    await compile(project(), ['--rootDir', '.', '--outDir', 'out', ...Object.keys(files)]);
  });

  it.each(groups.filter(([, members]) => members.length > 0))('runs %s', async (_, members) => {
    const folder = join(project(), dirname(members[0]?.file ?? ''));
    const played = [];
    for (const example of members) {
      const script = scriptOf(example);
      const server = await startOpenAiServer(script.replies ?? []);
      const program = join(project(), 'out', example.file.replace(/\.ts$/, '.js'));
      const code = readFileSync(program, 'utf8')
        .replace('http://127.0.0.1:11434/v1', server.baseUrl)
        .replace(/import \{ openai \} (from '@ai-sdk\/openai';)/, openaiAt(server.baseUrl));
      await write(folder, { ...script.files, [program]: code, 'host.mjs': host });
      played.push({ example, script, server, program });
    }
    const printed = await run(folder, ['node', 'host.mjs', ...played.map((each) => each.program)]);
    const texts = printed.split('-- next --').slice(1);
    for (const [index, { example, script, server }] of played.entries()) {
      await server.close();
      const lines = texts[index]?.split('\n').filter((line) => line !== '');
      // Others print on their behalf: a test runner does.
      if (example.code.includes('console.log(')) expect(lines, example.file).toEqual(script.prints);
      expect(server.requests, example.file).toHaveLength(script.replies?.length ?? 0);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { installInto, type Consumer } from './consumer.js';
import { exampleProcess, type ExampleProcess } from './example-process.js';
import { exampleScripts, type ExampleScript } from './example-scripts.js';
import type { LoopbackRegistry } from './loopback-registry.js';
import {
  documents,
  importedBy,
  promisedBy,
  readExamples,
  type Example,
} from './markdown-examples.js';
import { placeOf, runExample } from './run-example.js';
import { openWorkspaceRegistry } from './workspace-registry.js';

const examples = documents.flatMap(readExamples);

/** The name of a package as an install line has it, without its version. */
const nameOf = (specifier: string): string => specifier.replace(/(?<=.)@.*$/, '');

/** Whether each set of packages that a document tells its readers to install gets a project, as `npm run heavy` asks for. */
const isApart = process.env['RLM_PROJECTS'] === 'apart';

/** What all documents tell their readers to install: one project has it all, since installing takes long. */
const whole = [
  ...new Map(
    examples.flatMap(({ packages }) => packages).map((each) => [nameOf(each), each]),
  ).values(),
];
const wholeLine = whole.sort().join(' ');

const projects = new Map<string, Example[]>();
for (const example of examples) {
  const own = [...example.packages].sort().join(' ');
  const line = isApart ? own : wholeLine;
  projects.set(line, [...(projects.get(line) ?? []), example]);
}

let registry: LoopbackRegistry;
beforeAll(async () => {
  registry = await openWorkspaceRegistry([
    '@ai-sdk/openai-compatible',
    '@modelcontextprotocol/sdk',
    '@types/node',
    'bullmq',
    'ioredis',
    'pyodide',
    'quickjs-wasi',
    'zod',
  ]);
});
afterAll(() => registry.close());

const titleOf = ({ document, heading }: Example): string => `${document}: ${heading}`;

/** What an example meets and prints: by the table, else by its own comments. */
const scriptOf = (example: Example): ExampleScript =>
  exampleScripts[titleOf(example)] ?? { replies: [], prints: promisedBy(example) };

describe.each([...projects])('a TypeScript project after npm install %s', (line, members) => {
  let consumer: Consumer;
  let shared: ExampleProcess;
  beforeAll(async () => {
    consumer = await installInto(registry.url, ['@types/node', ...line.split(' ')]);
    shared = exampleProcess(consumer);
  });
  afterAll(async () => {
    shared.end();
    await consumer.remove();
  });

  it('has installed by name whatever an example imports', () => {
    for (const example of members) {
      const installed = example.packages.map(nameOf);
      const missing = importedBy(example).filter((name) => !installed.includes(name));
      expect(missing, titleOf(example)).toEqual([]);
    }
  });

  it('compiles every example, strictly', async () => {
    const files = members.map((example) => [placeOf(example), example.code] as const);
    expect(new Set(files.map(([place]) => place)).size).toBe(files.length);
    await consumer.compile(Object.fromEntries(files));
  });

  for (const example of members.filter(({ runs }) => runs)) {
    it(`runs ${titleOf(example)}, ${example.file}`, async () => {
      const script = scriptOf(example);
      const { printed, requests } = await runExample(consumer, example, script, shared);
      // Others print on their behalf: a test runner does.
      if (example.code.includes('console.log(')) expect(printed).toEqual(script.prints);
      expect(requests).toBe(script.replies?.length ?? 0);
    });
  }

  for (const example of members.filter(
    (each) => titleOf(each) === 'README.md: The smallest program',
  )) {
    it('shows why there is no answer where no server listens', async () => {
      const script = { ...scriptOf(example), replies: undefined };
      const { printed } = await runExample(consumer, example, script, shared);
      expect(printed.join()).toMatch(/Cannot reach .*ECONNREFUSED.* \(error\)$/);
    });
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { installInto, type Consumer } from '../consumer.js';
import type { LoopbackRegistry } from '../loopback-registry.js';
import { openWorkspaceRegistry } from '../workspace-registry.js';
import {
  compilePrograms,
  linesOf,
  nameOf,
  programs,
  runProgram,
  type Program,
} from './programs.js';
import { runChecks } from './run-checks.js';
import { serverChecks } from './server-checks.js';

/** Programs whose tests take long: `npm run heavy`. */
const heavy: readonly string[] = ['next', 'queue-worker'];

describe.each(programs.map((program) => [program.name, program] as const))(
  'examples/%s',
  (name, program) => {
    it('has a README of five lines', () => {
      const starts = ['', '- Install: `npm install ', '- Start: `', '- Prints: `', '- Read on: ['];
      const lines = linesOf(program);
      expect(lines).toHaveLength(5);
      expect(lines.every((line, index) => line.startsWith(starts[index] ?? ''))).toBe(true);
      expect(program.starts.filter((file) => !program.sources.includes(file))).toEqual([]);
    });

    it('names in its install line what it imports', () => {
      const installed = program.packages.map(nameOf);
      expect(program.imports.filter((each) => !installed.includes(each))).toEqual([]);
    });

    it('has a test that starts it', () => {
      const tested = [...Object.keys(runChecks), ...Object.keys(serverChecks), ...heavy];
      expect(tested).toContain(name);
    });
  },
);

/** One project for each set of packages. */
const projects = new Map<string, Program[]>();
for (const program of programs.filter(({ name }) => !heavy.includes(name))) {
  const line = [...program.packages].sort().join(' ');
  projects.set(line, [...(projects.get(line) ?? []), program]);
}

let registry: LoopbackRegistry;
beforeAll(async () => {
  const ofExamples = ['@hono/node-server', '@types/express', 'ai', 'express', 'hono'];
  registry = await openWorkspaceRegistry(
    ['@ai-sdk/openai-compatible', '@types/node', 'quickjs-wasi', 'zod'],
    ofExamples,
  );
});
afterAll(() => registry.close());

describe.each([...projects])('a project after npm install %s', (line, members) => {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await installInto(registry.url, ['@types/node', ...line.split(' ')]);
  });
  afterAll(() => consumer.remove());

  it(`compiles ${members.map(({ name }) => name).join(', ')}, strictly`, async () => {
    await expect(compilePrograms(consumer, members)).resolves.toBeUndefined();
  });

  for (const program of members) {
    const check = runChecks[program.name];
    const serves = serverChecks[program.name];
    if (check !== undefined) {
      it(`runs ${program.name}`, async () => {
        const printed = await check((file, options) =>
          runProgram(consumer, program, file, options),
        );
        expect(printed).toContain(program.prints);
      });
    }
    if (serves !== undefined) it(`starts ${program.name}`, () => serves(consumer, program));
  }
});

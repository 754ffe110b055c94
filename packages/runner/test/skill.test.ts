import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../skills/rlm/', import.meta.url));

/** Each program of the skill for coding assistants, as a file beside its page. */
const programs = new Map<string, string>(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const blocks = readFileSync(folder + page, 'utf8').matchAll(/^(`{3,})ts\n([^]*?)^\1$/gm);
      return [...blocks].map(([, , code = ''], n) => [`${folder}${page}-${n}.mts`, code] as const);
    }),
);

it('the programs of the skill compile, strictly', () => {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@rlm/source'],
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  host.readFile = (file) => programs.get(file) ?? ts.sys.readFile(file);
  host.fileExists = (file) => programs.has(file) || ts.sys.fileExists(file);
  const program = ts.createProgram([...programs.keys()], options, host);
  const faults = [...programs.keys()].flatMap((file) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
  );
  expect(programs.size).toBeGreaterThanOrEqual(6);
  expect(ts.formatDiagnostics(faults, host)).toBe('');
});

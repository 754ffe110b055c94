import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { parseArguments } from '../src/arguments/parse-arguments.js';
import { helpExamples } from '../src/arguments/help.js';
import { commands } from '../src/commands/index.js';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const fences = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);

/** The lines that people are told to type. */
const lines = [
  ...commands.flatMap(({ examples }) => examples),
  ...helpExamples,
  ...fences.flatMap((text) => text.split('\n')),
].filter((line) => /\brlm |playground /.test(line));

/** What the command is given by a shell: the part of the line that is its own, taken apart at blanks and quotes. */
function argumentsIn(line: string): readonly string[] {
  const [, own = ''] = /(?:^|[ (|])(?:rlm|npx @rlm\/playground) ([^|)#>]*)/.exec(line) ?? [];
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

describe('the examples of help and README', () => {
  it('are there', () => {
    expect(lines.length).toBeGreaterThan(30);
  });

  it.each([...new Set(lines)])('are taken by the command: %s', (line) => {
    const argv = argumentsIn(line);
    expect(argv.length).toBeGreaterThan(0);
    expect(() => {
      const parsed = parseArguments(commands, argv, '');
      if (parsed.kind === 'command') parsed.definition.prepare(parsed.rest, parsed.values);
    }).not.toThrow();
  });
});

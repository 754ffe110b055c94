import { describe, expect, it } from 'vitest';

import { quotesIn } from './quotes.js';
import { filesBelow, read } from './workspace.js';

const monty = 'packages/sandbox/test/monty/instructions.test.ts';

/**
 * Quoted sentences that may stay, each with its reason: `['path/of.test.ts', 'the sentence', 'the reason']`. The list
 * only shrinks.
 */
const exceptions: readonly (readonly [path: string, sentence: string, reason: string])[] = [
  ...[
    'raising what is no text',
    'exceptions of your own',
    'Generator expressions are lists at once',
    'callbacks of builtins (sorted, map, re.sub) cannot call them',
  ].map((words) => [monty, words, 'the words of the instructions that a model gets'] as const),
];

const advice =
  'A test quotes a sentence of an error or a notice, so that nobody can edit the sentence alone. Compare the code of the error and the names, paths and figures in its message: errorWith({ code, facts }) of @rlm/config/error-with (also inside toEqual and toMatchObject, and for events and notices), or invalidOption(option, ...facts) of @rlm/config/options-suite. If there is no code, the facts alone do: toThrow(/x\\[0\\].* 1000 /), toMatch(/--base-url.*ENOENT/).';

describe('quotesIn', () => {
  it.each([
    ['thrown', "expect(f).toThrow('the file is not there')"],
    ['thrown', 'await expect(f()).rejects.toThrowError(/the file .*is not there/)'],
    ['thrown', 'expect(f).toThrow(`the run ${id} is not there`)'],
    ['thrown', "expect(f).toThrow(new Error('the file is not there'))"],
    ['thrown', "const wanted = errorWith({ facts: ['the file is not there'] })"],
    ['thrown', "expect(error).toEqual(invalidOption('x', 'a number that is finite'))"],
    ['message', "expect(x).toEqual({ message: 'the file is not there' })"],
    ['message', "expect(x).toMatchObject({ code: 2, stderr: 'the file is not there' })"],
    ['message', 'expect(x).toMatchObject([{ a: { message: /the file .*is not there/ } }])'],
    [
      'message',
      "expect.objectContaining({ message: 'no' }); expect(x).toEqual(expect.objectContaining({ message: 'the file is not there' }))",
    ],
    ['shown', "expect(stderr).toBe('the file is not there')"],
    ['shown', "expect(events.at(-1)?.message).toContain('the file is not there')"],
    ['shown', 'expect(await run().error).not.toMatch(/the file .*is not there/)'],
    [
      'table',
      "it.each([[1, 'the file is not there']])('', (n, words) => { expect(f).toThrow(words) })",
    ],
    [
      'table',
      "it.for([{ a: 1, b: 'the file is not there' }])('', ({ a, b: c }) => { expect(error.message).toBe(c) })",
    ],
    [
      'table',
      "const rows = [[1, ['the file is not there']]] as const; it.each(rows)('', (n, [words]) => { expect(x).toEqual({ message: words }) })",
    ],
    [
      'table',
      "const more = [['the file is not there']]; it.each([...more])('', async (words) => { expect(f).toThrow(errorWith({ facts: [words] })) })",
    ],
  ])('finds the sentence that is %s in %s', (kind, source) => {
    expect(quotesIn(source).map((quote) => quote.kind)).toEqual([kind]);
  });

  it.each([
    ["expect(f).toThrow('32 bytes')"],
    ['expect(f).toThrow(/ model big\\b.* --base-url$/)'],
    ["expect(f).toThrow(invalidOption('limits.maxTokens', 'got an empty list of them'))"],
    ['expect(f).toThrow(errorWith({ code: "invalid", facts: [\'"the name that was given"\'] }))'],
    ["expect(text).toBe('the file is not there')"],
    ["expect(() => read('the file is not there')).toThrow(TypeError)"],
    ["expect(x).toEqual({ prompt: 'the file is not there' })"],
    ["const event = { message: 'the file is not there' }"],
    ['expect(stderr).toMatch(/^rlm: --base-url .*ENOENT/)'],
    ['expect(stderr).toMatch(/: rlm fork r1 --runs kept, or rlm runs$/)'],
    ["expect(readText(['notes/a.md'])).toBe('the file is not there')"],
    [
      "it.each([['a file that is not there', 'ENOENT']])('%s', (_, code) => { expect(f).toThrow(errorWith({ code })) })",
    ],
    [
      "it.each([['the file is not there']])('', (text) => { expect(read(text)).toBe('the file is not there') })",
    ],
  ])('finds none in %s', (source) => {
    expect(quotesIn(source)).toEqual([]);
  });
});

describe('tests of errors', () => {
  it('compare the code and the facts of an error or a notice, and quote no sentence of it', () => {
    const tests = ['packages', 'apps', 'tooling', 'examples']
      .flatMap((folder) => filesBelow(folder))
      .filter(
        (path) => /\/test\/.*\.tsx?$/.test(path) && !path.endsWith('quoted-sentences.test.ts'),
      );
    expect(tests.length).toBeGreaterThan(100);
    const found = tests.flatMap((path) => quotesIn(read(path)).map(({ text }) => ({ path, text })));
    const left = found.filter(
      ({ path, text }) => !exceptions.some((each) => each[0] === path && each[1] === text),
    );
    expect(
      left.map(({ path, text }) => `${path}: ${text}`),
      advice,
    ).toEqual([]);
    // An exception that is not needed any more goes.
    expect(
      exceptions.filter(
        (each) => !found.some(({ path, text }) => each[0] === path && each[1] === text),
      ),
    ).toEqual([]);
  });
});

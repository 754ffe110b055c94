import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { filesBelow, read } from './workspace.js';

/**
 * Quoted sentences that may stay, each with its reason: `['path/of.test.ts', 'the sentence', 'the reason']`. The list
 * only shrinks.
 */
const exceptions: readonly (readonly [path: string, sentence: string, reason: string])[] = [];

/** This many words in a row of names and figures are a sentence. */
const sentenceWords = 4;

const advice =
  'A test quotes a sentence of an error, so that nobody can edit the sentence alone. Compare the code of the error and the names, paths and figures in its message: errorWith({ code, facts }) of @rlm/config/error-with, or invalidOption(option, ...facts) of @rlm/config/options-suite. If the error has no code, the facts alone do: toThrow(/x\\[0\\].* 1000 /).';

/** What takes an error apart: `toThrow(...)` and the like, and the two matchers. */
const comparisons = /\b(?:toThrow\w*|errorWith|invalidOption)\(/g;

/** The number of plain words of two letters and more in a text, without what it quotes and without the value after "got". */
function countWords(text: string): number {
  const plain = text.replace(/\bgot .*$/, '').replace(/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, ' ');
  return plain.split(/\s+/).filter((word) => /^\(?[A-Za-z][a-z']+[)]?[.,:;?!]*$/.test(word)).length;
}

/** The text that a literal compares with; each gap is a space. Undefined for what is no literal. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join(' ');
  }
  if (!ts.isRegularExpressionLiteral(node)) return undefined;
  const source = node.text.slice(1, node.text.lastIndexOf('/'));
  return source.replace(/\\[bBsSdDwW]|[.\])][*+?]+|[$^|]/g, ' ').replaceAll('\\', '');
}

const isPlainCall = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression);

/** The sentences that the comparisons of a test file quote. */
function sentencesIn(path: string, source = read(path)): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && countWords(text) >= sentenceWords) found.add(`${path}: ${text}`);
    ts.forEachChild(node, visit);
  };
  // To parse whole files takes seconds, and the call is at the beginning of its piece.
  for (const { index } of source.matchAll(comparisons)) {
    const end = source.indexOf(';\n', index);
    const piece = source.slice(index, end === -1 ? undefined : end);
    let node: ts.Node | undefined = ts.createSourceFile(path, piece, ts.ScriptTarget.Latest);
    while (node !== undefined && !isPlainCall(node)) node = ts.forEachChild(node, (child) => child);
    if (node !== undefined) visit(node);
  }
  return [...found];
}

describe('sentencesIn', () => {
  it.each([
    ["expect(f).toThrow('the file is not there')"],
    ['await expect(f()).rejects.toThrowError(/the file .*is not there/)'],
    ['expect(f).toThrow(`the run ${id} is not there`)'],
    ["expect(f).toThrow(new Error('the file is not there'))"],
    ["const wanted = errorWith({ facts: ['the file is not there'] })"],
    ["expect(error).toEqual(invalidOption('x', 'a number that is finite'))"],
  ])('finds the sentence of %s', (source) => {
    expect(sentencesIn('a.test.ts', source)).toHaveLength(1);
  });

  it.each([
    ["expect(f).toThrow('32 bytes')"],
    ['expect(f).toThrow(/ model big\\b.* --base-url$/)'],
    ["expect(f).toThrow(invalidOption('limits.maxTokens', 'got an empty list of them'))"],
    ['expect(f).toThrow(errorWith({ code: "invalid", facts: [\'"the name that was given"\'] }))'],
    ["expect(text).toBe('the file is not there')"],
    ["expect(() => read('the file is not there')).toThrow(TypeError)"],
  ])('finds none in %s', (source) => {
    expect(sentencesIn('a.test.ts', source)).toEqual([]);
  });
});

describe('tests of errors', () => {
  it('compare the code and the facts of an error, and quote no sentence of it', () => {
    const tests = ['packages', 'apps', 'tooling', 'examples']
      .flatMap((folder) => filesBelow(folder))
      .filter((path) => /\/test\/.*\.ts$/.test(path) && !path.endsWith('quoted-sentences.test.ts'));
    expect(tests.length).toBeGreaterThan(100);
    const allowed = new Set(exceptions.map(([path, text]) => `${path}: ${text}`));
    const found = tests.flatMap((path) => sentencesIn(path));
    expect(
      found.filter((each) => !allowed.has(each)),
      advice,
    ).toEqual([]);
    // An exception that is not needed any more goes.
    expect([...allowed].filter((each) => !found.includes(each))).toEqual([]);
  });
});

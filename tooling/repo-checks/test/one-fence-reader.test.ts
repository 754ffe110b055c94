import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read, sourcesOf } from './workspace.js';

/** The one reader of fences, and the one writer. */
const owners = ['packages/termination/src/scan/', 'packages/repl-types/src/fence.ts'];

/** Words for a model, and patterns of words before a fence: none reads a block. */
const namers = ['invented-output', 'reply-notices', 'runnable-blocks', 'unrun-code'].map(
  (name) => `packages/runner/src/turn/${name}.ts`,
);

/** Three backticks or tildes, or a regular expression for some. */
const mark = /`{3}|~{3}|[`~]\]?\{[3-9]/;

/** The texts and regular expressions of a source that spell a fence; comments are none. */
function fencesIn(path: string, source = read(path)): string[] {
  if (!mark.test(source.replaceAll('\\`', '`'))) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node);
    if (isText && mark.test(node.text)) found.push(`${path}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return found;
}

describe('fenced blocks', () => {
  it.each([
    ['a regular expression', 'text.replace(/```[^]*?```/g, "")'],
    ['a quantifier', 'const fence = /^(?:`{3,}|~{3,})/'],
    ['a class', 'const fence = /^[`~]{3}/'],
    ['a text', "reply.includes('```')"],
    ['a template', 'const block = `${"a"}\\n\\`\\`\\``'],
  ])('are seen where %s spells them', (_, source) => {
    expect(fencesIn('a.ts', source)).toHaveLength(1);
  });

  it.each(packages)(
    'are read in %s by `createFenceReader` or what is made of it, and written by `fenced`',
    (name) => {
      const others = sourcesOf(name).filter(
        (path) => ![...owners, ...namers].some((owner) => path.startsWith(owner)),
      );
      expect(others.flatMap((path) => fencesIn(path))).toEqual([]);
    },
  );

  it('are read by no regular expression of the playground', () => {
    const sources = filesBelow('apps').filter((path) => /\/src\/.*\.ts$/.test(path));
    const patterns = sources
      .flatMap((path) => fencesIn(path))
      .filter((found) => found.includes(': /'));
    expect(patterns).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import {
  createSourceFile,
  forEachChild,
  isPropertyAccessExpression,
  ScriptTarget,
  type Node,
} from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(ts|js|mjs)$/.test(path) && !/(^|[/\\])(node_modules|dist)[/\\]/.test(path),
    )
    .map((path) => join(folder, path));
}

const sources = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).flatMap((name) => {
    try {
      return sourcesBelow(join(root, group, name, 'src'));
    } catch {
      return [];
    }
  }),
);

/** Whether a source calls `step` of anything that is named after a protocol; comments do not count. */
function drivesSteps(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  if (!/\.step\b/.test(text)) return false;
  let found = false;
  const visit = (node: Node): void => {
    found ||=
      isPropertyAccessExpression(node) &&
      node.name.text === 'step' &&
      /protocol$/i.test(node.expression.getText());
    forEachChild(node, visit);
  };
  visit(createSourceFile(path, text, ScriptTarget.Latest, true));
  return found;
}

describe('the repository', () => {
  it('drives the steps of a protocol in one place only', () => {
    const drivers = sources.filter(drivesSteps);
    expect(drivers.map((path) => relative(root, path).replaceAll('\\', '/'))).toEqual([
      'packages/penguin-engine/src/kernel/loop/steps.ts',
    ]);
  });

  it('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });
});

describe('the kernel', () => {
  it('imports nothing of what its protocols are about', () => {
    const kernel = sourcesBelow(join(import.meta.dirname, '../../src/kernel'));
    const imported = new Set(
      kernel.flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? ''),
      ),
    );
    const outside = [...imported].filter((name) => !name.startsWith('.')).sort();
    expect(outside).toEqual([
      '@rlm/policies',
      '@rlm/policies/reward',
      '@rlm/repl-types',
      '@rlm/repl-types/concurrency',
      '@rlm/repl-types/options',
      'p-retry',
    ]);
  });
});

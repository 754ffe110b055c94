import { spawnSync } from 'node:child_process';

import { beforeAll, describe, expect, it } from 'vitest';

import type { PreflightFinding } from '../../src/contract/preflight.js';
import { quickjs } from '../../src/quickjs/index.js';
import { brokenCells, goodCells, type Language } from './corpus.js';
import { variables } from './environment.js';
import { globalsOf, lookAtJavaScript } from './look-javascript.js';
import { lookAtPython } from './look-python.js';

type Look = (codes: readonly string[]) => readonly (readonly PreflightFinding[] | null)[];

/** Holds a language's look against the corpus; no session is opened for a cell. `least`: the share of broken cells that it finds. */
function describeCorpus(language: Language, least: number, look: () => Look): void {
  const good = goodCells(language);
  const broken = brokenCells(language);

  it('finds nothing in cells that are right', () => {
    const found = look()(good.map(({ code }) => code));
    const alarms = good.flatMap(({ title }, index) => {
      const findings = found[index] ?? ['it has no syntax'];
      return findings.length === 0 ? [] : [{ title, findings }];
    });
    expect(alarms).toEqual([]);
  });

  it(`finds what is wrong in at least ${least} of the cells that are not`, () => {
    const found = look()(broken.map(({ code }) => code));
    const missed = broken.filter((_, index) => found[index]?.length === 0);
    const share = 1 - missed.length / broken.length;
    expect(share, JSON.stringify(missed, null, 1).slice(0, 6_000)).toBeGreaterThanOrEqual(least);
  });
}

describe('the look at cells of JavaScript', () => {
  let globals: readonly string[] = [];
  beforeAll(async () => {
    globals = await globalsOf(quickjs());
  });
  describeCorpus(
    'javascript',
    0.9,
    () => (codes) =>
      codes.map((code) => lookAtJavaScript(code, globals, Object.keys(variables)) ?? null),
  );
});

const python = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10)']);
const why = python.status === 0 ? '' : ' (skipped: there is no python3 of version 3.10 or later)';

describe.skipIf(why !== '')(`the look at cells of Python${why}`, () => {
  // Neither functions nor what is in a `try` is looked into.
  describeCorpus('python', 0.8, () => (codes) => lookAtPython(codes).map(([found]) => found));
});

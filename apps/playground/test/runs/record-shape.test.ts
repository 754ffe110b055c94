import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { RunSpec } from '../../src/runs/run-spec.js';
import { openRuns } from '../../src/runs/runs.js';
import { hashOf } from '../../src/runs/text-files.js';
import { keepRun, specAt } from '../support/kept-run.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';

let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A folder of runs that came with a repository. */
const named = ['--runs', 'theirs'];
const put = (spec: unknown): Promise<void> =>
  keepRun(openRuns(join(folder.path, 'theirs')), 'forged', spec);
const question = (): RunSpec => specAt(folder, 'http://127.0.0.1:9/v1');
const textAt = (path: string): RunSpec['text'] => ({
  isSingle: true,
  files: [{ name: 'x.txt', path, sha256: hashOf('The comet came back.') }],
});

describe('what a journal names', () => {
  it.each(['/dev/zero', 'pipe', 'folder'])(
    'is not opened where it is no file: %s',
    async (kind) => {
      const path = kind === 'folder' ? join(folder.path, 'notes') : join(folder.path, 'pipe');
      if (kind === 'pipe') execFileSync('mkfifo', [path]);
      const place = kind.startsWith('/') ? kind : path;
      await put({ ...question(), text: textAt(place) });
      for (const command of [
        ['resume', 'forged', '--yes'],
        ['show', 'forged'],
      ]) {
        const { code, stderr } = await folder.rlm([...command, ...named]);
        expect(stderr).toContain(`${place}: it is a `);
        expect(code).toBe(2);
      }
    },
  );

  const endpoint = { kind: 'endpoint', server: 'x', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  it.each<[string, (spec: RunSpec) => object]>([
    ['spec.question to be text', ({ question: _, ...rest }) => rest],
    ['Expected spec.text to be', ({ text: _, ...rest }) => rest],
    ['Expected spec.text to be', (spec) => ({ ...spec, text: null })],
    ['Expected spec.text.files to be', (spec) => ({ ...spec, text: { isSingle: true } })],
    ['spec.text.files[0]', (spec) => ({ ...spec, text: { isSingle: true, files: [null] } })],
    ['spec.text.files[0].path to be an', (spec) => ({ ...spec, text: textAt('x') })],
    ['spec.text.contexts', (spec) => ({ ...spec, text: { contexts: 5 } })],
    ['spec.text.contexts', (spec) => ({ ...spec, text: { contexts: { a: {} } } })],
    ['spec.model to be', ({ model: _, ...rest }) => rest],
    ['spec.model to be', (spec) => ({ ...spec, model: { kind: 'toString' } })],
    ['spec.model.baseUrl', (spec) => ({ ...spec, model: { ...endpoint, baseUrl: 'file:///x' } })],
    ['spec.model.baseUrl', (spec) => ({ ...spec, model: { ...endpoint, baseUrl: {} } })],
    ['Expected spec.settings to be', ({ settings: _, ...rest }) => rest],
    [
      'spec.settings.maxSteps',
      (spec) => ({ ...spec, settings: { ...spec.settings, maxSteps: 'x' } }),
    ],
    ['spec.settings.prices', (spec) => ({ ...spec, settings: { ...spec.settings, prices: 5 } })],
    ['Expected spec.version to be 1, got 2.', (spec) => ({ ...spec, version: 2 })],
  ])('has its shape, or is refused: %s', async (told, change) => {
    await put(change(question()));
    for (const command of [
      ['resume', 'forged', '--yes'],
      ['fork', 'forged', '--at', '1', '--yes'],
      ['approve', 'forged', '--yes'],
      ['show', 'forged'],
    ]) {
      const { code, stderr } = await folder.rlm([...command, ...named]);
      expect(stderr).toMatch(/^rlm: .*\brun forged .*: /m);
      expect(stderr).toContain(told);
      expect(code).toBe(2);
    }
    expect((await folder.rlm(['runs', ...named])).stdout).toContain('forged');
  });
});

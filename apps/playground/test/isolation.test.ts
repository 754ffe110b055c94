import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Report } from '../src/doctor/examine.js';
import { answering, startServer } from './models/loopback-server.js';
import { ask as request, openClient, openTestServer } from './support/serve-client.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import { runTogether, type Ended } from './support/run-command.js';
import { atStep2, withModel } from './support/turn-model.js';

let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/**
 * Where no command is found: nothing that rlm needs is looked up there but bubblewrap. A process of its own: one whose code was
 * isolated once goes on with that.
 */
const without = { environment: { RLM_API_KEY: 'none', PATH: '/nowhere' }, isApart: true };
const missing = /there is no command bwrap on the PATH; to get it, install bubblewrap \(apt-get/;
const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('Isolation:'));

const hasBubblewrap = (process.env['PATH'] ?? '').split(delimiter).some((path) => {
  try {
    accessSync(join(path, 'bwrap'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
const needing = (title: string): string =>
  hasBubblewrap ? title : `${title} (skipped: there is no command bwrap)`;

const question = 'Which comet?';

describe('isolation that is missing', () => {
  it('is one line of rlm ask, and no word of a quiet one', async () => {
    await withModel(
      () => false,
      async (model) => {
        const args = ['ask', question, 'notes', ...endpoint(model)];
        // Who comes later in the same process hears it too.
        const [quiet, told] = await runTogether(
          folder.path,
          [[...args, '--quiet'], args],
          without.environment,
        );
        expect(told).toMatchObject({ code: 0, stdout: 'Halley came back\n' });
        expect(lines(told?.stderr ?? '')).toEqual([expect.stringMatching(missing)]);
        expect(quiet).toMatchObject({ code: 0, stdout: 'Halley came back\n', stderr: '' });
      },
    );
  });

  it('is one line of rlm chat', async () => {
    const args = ['chat', 'notes', '--planner'];
    const input = 'Which file first mentions the comet?\nWhich file mentions nothing?\n';
    const { stderr } = await folder.rlm(args, { ...without, input });
    expect(lines(stderr)).toEqual([expect.stringMatching(missing)]);
  });

  it('is one line of rlm serve', async () => {
    const { stdout, stderr } = await folder.rlm(['serve', '--port', '0'], {
      ...without,
      whileRunning(child, told) {
        if (told.includes('Isolation:')) child.kill('SIGINT');
      },
    });
    expect(stdout).toMatch(/^http:/);
    expect(lines(stderr)).toEqual([expect.stringMatching(missing)]);
  });

  it('is what the page asks its server for', async () => {
    await using server = await openTestServer({
      findMissingIsolation: () => Promise.resolve('there is none'),
    });
    const client = openClient(server);
    expect(await client.json('GET', '/api/isolation')).toEqual({ missing: 'there is none' });
    expect(await request(server.port, '/api/isolation')).toMatchObject({ status: 401 });
  });

  it('is told by rlm doctor, for each backend', async () => {
    const [told, words] = await runTogether(
      folder.path,
      [['doctor', '--json'], ['doctor']],
      without.environment,
    );
    expect(told?.code).toBe(0);
    const { backends } = JSON.parse(told?.stdout ?? '') as Report;
    for (const name of ['quickjs', 'pyodide']) {
      expect(backends.find((backend) => backend.name === name)).toMatchObject({
        ok: true,
        isolation: 'wasm',
        isolationMissing: expect.stringMatching(missing) as string,
      });
    }
    expect(backends.find(({ name }) => name === 'cpython')).toMatchObject({ ok: false });
    expect(words?.stdout).toMatch(
      /isolation wasm: rlm ask\n +quickjs\(\) runs without isolation by the/,
    );
  });
});

describe('--require-isolation', () => {
  const refused: readonly (readonly [string, readonly string[]])[] = [
    ['ask', ['ask', question, 'notes']],
    ['ask --python', ['ask', question, 'notes', '--python']],
    ['chat', ['chat', 'notes']],
    ['task', ['task', 'Look', '--folder', 'notes']],
    ['serve', ['serve', '--port', '0']],
    ['batch', ['batch', 'questions.txt', 'notes']],
    ['batch --python', ['batch', 'questions.txt', 'notes', '--python']],
  ];
  let ended: Promise<readonly Ended[]> | undefined;
  let requests = 0;
  const endAll = async (): Promise<readonly Ended[]> => {
    const answer = answering(200, '{"data":[{"id":"tiny-chat"}]}');
    const server = await startServer((...given) => {
      requests++;
      answer(...given);
    });
    try {
      const named = refused.map(([, args]) => [
        ...args,
        ...endpoint(server),
        '--require-isolation',
      ]);
      return await runTogether(folder.path, named, without.environment);
    } finally {
      await server.close();
    }
  };
  it.each(refused)('refuses rlm %s without it, before any model is asked', async (_, args) => {
    ended ??= endAll();
    const at = refused.findIndex(([, each]) => each === args);
    const { code, stdout, stderr } = (await ended)[at] ?? {};
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^rlm: --require-isolation: .*\n$/);
    expect(stderr).toMatch(missing);
    expect(requests).toBe(0);
  });

  it.skipIf(!hasBubblewrap)(
    needing('lets a run begin that is isolated, and holds for it when it is resumed'),
    async () => {
      await withModel(
        () => false,
        async (model, counts) => {
          const args = ['ask', question, 'notes', ...endpoint(model), '--require-isolation'];
          const begun = await folder.rlm(args, { whileRunning: atStep2('SIGINT') });
          expect(begun.stderr).not.toContain('Isolation:');
          const id = await folder.onlyId();
          const before = counts();
          const refused = await folder.rlm(['resume', id, ...endpoint(model)], without);
          expect(refused.code).toBe(2);
          expect(refused.stderr).toMatch(missing);
          expect(counts()).toEqual(before);
          expect(await folder.rlm(['resume', id, ...endpoint(model)])).toMatchObject({
            code: 0,
            stdout: 'Halley came back\n',
          });
        },
      );
    },
  );

  it.skipIf(!hasBubblewrap)(needing('is what rlm doctor finds, by trying it'), async () => {
    const { stdout } = await folder.rlm(['doctor', '--json']);
    const { backends } = JSON.parse(stdout) as Report;
    for (const { name, ok, isolation, isolationMissing } of backends) {
      if (!ok) continue;
      expect([name, isolation]).toEqual([name, expect.stringMatching(/\+os$/)]);
      expect(isolationMissing).toBeUndefined();
    }
  });
});

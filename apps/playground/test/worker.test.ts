import { eventually } from '@rlm/config/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  noRedis,
  startRedis,
  type RedisServer,
} from '../../../packages/journal/test/support/redis-server.js';
import { openQueue } from '../src/queue/open-queue.js';
import { keepRun, runsOf, specAt } from './support/kept-run.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import type { Ended } from './support/run-command.js';
import { withModel } from './support/turn-model.js';

const question = 'Which comet?';
let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

describe.skipIf(noRedis !== undefined)(
  `rlm worker${noRedis === undefined ? '' : ` (skipped: ${noRedis})`}`,
  () => {
    let server: RedisServer;
    let queue: readonly string[];
    beforeAll(async () => {
      server = await startRedis();
      queue = ['--queue', `redis://${server.connection.host}:${server.connection.port}`];
    });
    afterAll(() => server.stop());

    /** A worker, interrupted as soon as it tells what is waited for. */
    const workUntil = (told: RegExp): Promise<Ended> => {
      let isSent = false;
      return folder.rlm(['worker', ...queue], {
        whileRunning(child, stderr) {
          if (!isSent && told.test(stderr)) isSent = child.kill('SIGINT');
        },
      });
    };

    it('answers what rlm ask leaves to it, and gives back what it is interrupted in', async () => {
      let isSilent = true;
      await withModel(
        () => isSilent,
        async (model, counts) => {
          const asked = await folder.rlm(['ask', question, 'notes', ...endpoint(model), ...queue]);
          const id = await folder.onlyId();
          expect(asked).toMatchObject({ code: 0, stdout: `${id}\n` });
          expect(counts()).toEqual({});

          const first = await workUntil(/under way/);
          expect(first).toMatchObject({ code: 130, stdout: '' });
          expect(first.stderr).toContain(`Run ${id}: aborted`);
          expect(await folder.listed()).toMatchObject([{ id, status: 'open' }]);

          isSilent = false;
          const second = await workUntil(/: final/);
          expect(second.stderr).toContain(`Run ${id}: final`);
          const before = counts();
          expect(await folder.rlm(['resume', id])).toMatchObject({
            code: 0,
            stdout: 'Halley came back\n',
          });
          expect(counts()).toEqual(before);
        },
      );
    });

    it('keeps what fails for good, lists it with its reason, and sends it again', async () => {
      const runs = runsOf(folder);
      await keepRun(runs, 'broken', specAt(folder, 'http://127.0.0.1:9/v1'));
      const url = queue[1] ?? '';
      let mended = false;
      const failing = await openQueue(url, runs, {
        attempts: 1,
        start(journal) {
          if (!mended) throw new Error('the disk is full');
          const end = { status: 'final', finishReason: 'final', usage: {} } as const;
          return { result: journal.end(end) };
        },
      });
      await failing.add('broken');
      await eventually(async () => {
        expect(await failing.failed()).toHaveLength(1);
      });
      expect(await folder.rlm(['runs', '--failed', ...queue])).toMatchObject({
        code: 0,
        stdout: 'broken  1 attempt: the disk is full\n',
        stderr: expect.stringMatching(/^rlm runs retry <id> --queue <url> .*\n$/) as string,
      });
      mended = true;
      expect(await folder.rlm(['runs', 'retry', 'broken', ...queue])).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/\brun broken .*\bqueue\b.*\n$/) as string,
      });
      await eventually(async () => {
        expect(await folder.listed()).toMatchObject([{ id: 'broken', status: 'ended' }]);
      });
      await failing.close();
      expect((await folder.rlm(['runs', '--failed', ...queue])).stderr).toMatch(
        /^No run .*\bfailed\b.*\n$/,
      );
    });

    it('sends no key, and no text, where a journal says', async () => {
      const runs = runsOf(folder);
      await keepRun(runs, 'forged', specAt(folder, 'http://elsewhere.invalid/v1'));
      const waiting = await openQueue(queue[1] ?? '', runs);
      await waiting.add('forged');
      await waiting.close();
      const { stderr } = await workUntil(/Run forged: (?!under way)/);
      expect(stderr).toMatch(/^Run forged: .* http:\/\/elsewhere\.invalid\/v1, .*\bnot\b/m);
      expect(await folder.listed()).toMatchObject([{ id: 'forged', status: 'open' }]);
    });

    it('works on no run whose record is odd', async () => {
      await withModel(
        () => false,
        async (model, counts) => {
          const runs = runsOf(folder);
          await keepRun(runs, 'odd', { ...specAt(folder, model.baseUrl), text: 5 });
          const waiting = await openQueue(queue[1] ?? '', runs);
          await waiting.add('odd');
          await waiting.close();
          const { stderr } = await workUntil(/Run odd: (?!under way)/);
          // What is refused for good is listed at once, and not tried again.
          const { stdout } = await folder.rlm(['runs', '--failed', ...queue]);
          expect(stderr).toContain('Run odd: Expected spec.text to be');
          expect(stdout).toContain('odd  1 attempt: Expected spec.text to be');
          expect(counts()).toEqual({});
        },
      );
    });
  },
);

it('rlm worker says where no Redis is', async () => {
  for (const [url, told] of [
    ['http://127.0.0.1', /^rlm: --queue takes the address of a Redis/],
    ['redis://127.0.0.1:9', /^rlm: no Redis is reached at 127\.0\.0\.1:9: .*ECONNREFUSED/],
  ] as const) {
    const { code, stderr } = await folder.rlm(['worker', '--queue', url]);
    expect(stderr).toMatch(told);
    expect(code).toBe(2);
  }
});

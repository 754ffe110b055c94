import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterEach, describe, expect, it } from 'vitest';

import { openRuns } from '../../src/runs/runs.js';
import { homeAt, runsBelow } from '../support/run-command.js';
import { serveLimits } from '../../src/serve/limits.js';
import { createRunShelf } from '../../src/serve/runs/run-shelf.js';
import { expectRunsToBeStopped } from '../support/runs-in-memory.js';
import { openClient, openTestServer, type TestServer } from '../support/serve-client.js';

// At the limits that the server has by itself, or an eighth of them; `kept-at-defaults.heavy.test.ts` has the whole.

const megabyte = 2 ** 20;
let server: TestServer | undefined;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

describe('runs in memory', () => {
  it('keep so much each, and so much together: then they are stopped', async () => {
    await expectRunsToBeStopped(1 / 8);
  });

  it('read no text again that there is no room for', async () => {
    const opened = await openTestServer();
    server = opened;
    const client = openClient(server);
    const texts = [await client.upload('a.txt', 'The comet.')];
    const asked = { question: 'Which comet?', texts, model: 'planner', durable: true };
    const { id } = await client.start(asked);
    await client.end(id);
    const runs = runsBelow(opened.folder);
    const [file = ''] = await readdir(join(runs, 'texts'));
    await truncate(join(runs, 'texts', file), 600 * megabyte);
    await using later = await openTestServer({ runs: openRuns(undefined, homeAt(opened.folder)) });
    await expect(openClient(later).end(id)).rejects.toThrow(
      errorWith({ status: 429, code: 'busy', facts: ['text', 'rlm show'] }),
    );
  });

  it('are read again ten at a time', () => {
    const shelf = createRunShelf(serveLimits.runs, () => undefined);
    const places = Array.from({ length: serveLimits.runs.replayed }, () => shelf.takeReplay());
    expect(() => shelf.takeReplay()).toThrow(errorWith({ code: 'busy', facts: ['10 kept runs'] }));
    places[0]?.leave();
    expect(() => shelf.takeReplay()).not.toThrow();
  });
});

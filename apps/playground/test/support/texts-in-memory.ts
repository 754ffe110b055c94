import { makeDocx } from '@rlm/config/documents';
import { expect } from 'vitest';

import type { TextInfo } from '../../src/api.js';
import { workApart } from '../../src/serve/apart/work-apart.js';
import { serveLimits } from '../../src/serve/limits.js';
import { openClient, openTestServer } from './serve-client.js';

const worker = new URL('../../dist/apart-worker.js', import.meta.url);

function docx(characters: number): Buffer {
  const paragraph = 'The comet came back. '.repeat(10_000);
  return makeDocx(...Array.from({ length: characters / 210_000 }, () => paragraph));
}

/**
 * Small files of long texts fill the room of a client.
 *
 * @param scale The share of the limits that the server has by itself, and of the texts.
 */
export async function expectTextsToCount(scale: number): Promise<void> {
  const { bytesInAll, bytesPerClient, charactersOfOne } = serveLimits.texts;
  const texts = {
    bytesInAll: bytesInAll * scale,
    bytesPerClient: bytesPerClient * scale,
    charactersOfOne: charactersOfOne * scale,
  };
  await using server = await openTestServer({ workApart: workApart(worker), limits: { texts } });
  const [one, other] = [openClient(server), openClient(server)];
  const long = docx(21_000_000 * scale);
  expect(long.length).toBeLessThan(2 ** 20 * scale);
  const statuses: number[] = [];
  do {
    const path = `/api/texts?name=${statuses.length}.docx`;
    const { status } = await one.ask(path, { method: 'PUT', body: long });
    statuses.push(status);
  } while (statuses.at(-1) === 201 && statuses.length < 10);
  expect(statuses.at(-1)).toBe(429);
  const listed = await one.json<{ texts: TextInfo[] }>('GET', '/api/texts');
  const own = listed.texts.filter(({ bundled }) => !bundled);
  const kept = own.reduce((sum, { characters }) => sum + characters, 0);
  expect(2 * kept).toBeLessThanOrEqual(texts.bytesPerClient);
  await other.upload('mine.txt', 'The comet.');

  // What is too long for any client is refused in the thread that reads it.
  const body = docx(84_000_000 * scale);
  const far = await other.ask('/api/texts?name=far.docx', { method: 'PUT', body });
  expect(far).toMatchObject({ status: 413 });
  const most = texts.charactersOfOne.toLocaleString('en-US');
  expect(far.text).toMatch(new RegExp(String.raw`\bfar\.docx: .* ${most} characters\b`));
}

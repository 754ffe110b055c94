import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';

import { expect } from 'vitest';

import { serveLimits } from '../../src/serve/limits.js';
import { notesFolder } from './notes-folder.js';
import { openTestServer } from './serve-client.js';
import { head, openUnread } from './unread-socket.js';

const megabyte = 2 ** 20;

/**
 * Exported files wait to be taken up to a size.
 *
 * @param scale The share of the limits that the server has by itself, and of the files.
 */
export async function expectExportsToWait(scale: number): Promise<void> {
  await using notes = await notesFolder();
  const page = notes.path;
  await writeFile(
    join(page, 'export.html'),
    '<script type="application/json" id="rlm-log"></script>',
  );
  const { bytesInAll, bytesPerClient } = serveLimits.exports;
  const exports = { bytesInAll: bytesInAll * scale, bytesPerClient: bytesPerClient * scale };
  await using opened = await openTestServer({ page, limits: { exports } });
  const event = { type: 'output-delta', runId: 'r', parentId: null, depth: 0, step: 1 };
  const line = JSON.stringify({ ...event, text: 'x'.repeat(megabyte * scale) });
  const log = `${JSON.stringify({ format: 'rlm-trajectory', version: 1 })}\n${`${line}\n`.repeat(40)}`;
  const post = (client: string): Socket =>
    openUnread(
      opened,
      head(opened, client, 'POST /api/export HTTP/1.1', `Content-Length: ${log.length}`) + log,
    );
  const slow: Socket[] = [];
  for (let count = 0; count < 3; count += 1) {
    const socket = post('slow');
    slow.push(socket);
    await new Promise((resolve) => socket.once('readable', resolve));
  }
  const told = post('slow');
  told.resume();
  const [answer] = await new Promise<[Buffer]>((resolve) => {
    told.once('data', (data: Buffer) => {
      resolve([data]);
    });
  });
  expect(String(answer)).toMatch(/^HTTP\/1.1 429/);
  for (const socket of [...slow, told]) socket.destroy();
}

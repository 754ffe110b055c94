import type { HostCase } from '@rlm/config/host-cases';
import { eventually } from '@rlm/config/eventually';
import { expect } from 'vitest';

import { createSandbox, type SandboxSession } from '../../src/index.js';
import { forgedBackend } from '../support/forged-child.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 60_000, maxHostCalls: 10_000 };

type Attack = readonly [name: string, script: string];

const attacks: readonly Attack[] = [
  ['announces 2 GiB of text', `raw(header('P', 0x7fffffff))`],
  ['announces 4 GiB of a result', `raw(header('D', 0xffffffff))`],
  ['sends bytes that nobody asked for', `send('B', 'x')`],
  [
    'sends bytes without content, without an end',
    `(async () => { const many = Buffer.concat(Array(10_000).fill(header('B', 0))); for (;;) await raw(many) })()`,
  ],
  ['sends a line of 2 MB', `send('D', JSON.stringify({ id: 1, status: 'x'.repeat(2e6) }))`],
  ['sends a line of many objects', `send('D', '{"id":1,"error":[' + '{},'.repeat(3e5) + '{}]}')`],
  ['sends a line that is nested deeply', `send('D', '['.repeat(5e5) + ']'.repeat(5e5))`],
  ['sends what is no JSON', `send('D', '{x}')`],
  ['sends null', `send('D', 'null')`],
  ['sends a frame of no kind', `send('?', '{}')`],
  ['sends a frame of the host', `send('X', '{"id":1}')`],
  ['sends output of no stream', `send('P', 'xhello')`],
  ['leaves out what is no number', `send('P', 'O1e9\\nhello')`],
  ['says again that it is ready', `send('K', '{}')`],
  ['ends another cell', `done(99)`],
  ['ends a cell in no known way', `send('D', '{"id":1,"status":"__proto__"}')`],
  ['answers what nobody asked', `send('V', '{"id":1}')`],
  ['gives a snapshot that nobody asked for', `send('I', '{"id":1}')`],
  ['calls what has no name', `send('C', '{"call":1}\\n[]')`],
];

const floods: readonly Attack[] = [
  ['sends output', `send('P', 'o' + 'x'.repeat(4000))`],
  ['sends small frames', `raw(Buffer.concat(Array(3).fill(header('W', 0))))`],
  ['answers', `send('V', '{"id":1}')`],
];

const endless: readonly Attack[] = [
  [
    'calls and reads no answer',
    `deafen(); (async () => { for (let call = 1; ; call += 1) await send('C', JSON.stringify({ call, name: 'page' }) + '\\n[]') })()`,
  ],
  [
    'waits for many calls, and reads no answer',
    `deafen(); (async () => { for (let call = 1; call <= 200; call += 1) await send('C', JSON.stringify({ call, name: 'page' }) + '\\n[]'); for (;;) await send('W'); })()`,
  ],
];

/** What a child does while a cell runs in it: it is ended. */
export const forgeriesInCells: readonly HostCase[] = attacks.map(inCell);

/** What a child sends without an end between two cells: it is ended. */
export const forgeriesBetweenCells: readonly HostCase[] = floods.map(betweenCells);

/** Those that take their time. */
export const longForgeries: readonly HostCase[] = endless.map(inCell);

function inCell([name, script]: Attack): HostCase {
  return forging(name, `on('X', () => { ${script} })`, async (session) => {
    const { outcome, error } = await session.execute('print(1)');
    expect([outcome, error?.type]).toEqual(['violation', 'SandboxViolation']);
  });
}

function betweenCells([name, script]: Attack): HostCase {
  const flood = `on('X', async ({ id }) => { await done(id); for (;;) await ${script} })`;
  return forging(`${name} between cells`, flood, async (session) => {
    const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
    expect((await session.execute('print(1)')).outcome).toBe('ok');
    const own = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
    await eventually(async () => {
      expect(await waitUntilGone(own)).toEqual([]);
    });
  });
}

/** A session in a child that runs `script`. */
function forging(
  name: string,
  script: string,
  body: (session: SandboxSession) => Promise<void>,
): HostCase {
  return {
    name,
    memoryBytes: limits.memoryBytes,
    async run(inTime) {
      const functions = { page: () => 'x'.repeat(1_000_000) };
      const session = await createSandbox(forgedBackend(script)).open({ limits, functions });
      try {
        await body(session);
      } finally {
        await inTime(0, () => session.close());
      }
    },
  };
}

import type { HostCase } from '@rlm/config/host-cases';
import { eventually } from '@rlm/config/eventually';
import { expect } from 'vitest';

import { sandboxOf } from '../support/sandbox-of.js';
import type { SandboxSession } from '../../src/index.js';
import { forgedRecipe, type ForgedRecipe } from '../support/forged-process.js';

const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 60_000, maxHostCalls: 10_000 };

type Attack = readonly [name: string, script: string];

/** The beginning of a process that does not end its engine. */
const deaf = 'tasks.kill = []; ';

const attacks: readonly Attack[] = [
  ['announces 2 GiB of text', `raw(header(2, 0x7fffffff))`],
  ['announces 2 GiB of a message', `raw(header(3, 0x7fffffff))`],
  [
    'sends parts without an end',
    `(async () => { for (;;) await send(2, Buffer.alloc(1 << 16, 97)) })()`,
  ],
  [
    'sends parts without content, without an end',
    `(async () => { const many = Buffer.concat(Array(10_000).fill(header(1, 0))); for (;;) await raw(many) })()`,
  ],
  ['sends 60 MB of JSON', `say('[' + '1,'.repeat(3e7) + '1]')`],
  [
    'sends 1 MB of objects',
    `say('{"type":"frames","engine":1,"frames":[' + '{},'.repeat(3e5) + '{}]}')`,
  ],
  ['sends JSON that is nested deeply', `say('['.repeat(5e5) + ']'.repeat(5e5))`],
  ['sends what is no JSON', `say('{x}')`],
  ['says what nobody knows', `say({ type: 'hello', engine: 1 })`],
  ['says null', `say(null)`],
  ['gives frames that are none', `say({ type: 'frames', engine: 1, frames: 'x' })`],
  ['refers to parts that are not there', `frames({ $part: 7 })`],
  [
    'ends an engine in no known way',
    `say('{"type":"exit","engine":1,"exit":{"kind":"__proto__","reason":"x"}}')`,
  ],
  [
    'says that the process died',
    `say({ type: 'exit', engine: 1, exit: { kind: 'process-died', reason: 'x' } })`,
  ],
  [
    'ends an engine without a reason',
    `say({ type: 'exit', engine: 1, exit: { kind: 'crashed' } })`,
  ],
  [
    'speaks for engines that there are not',
    `(async () => { for (;;) await say({ type: 'frames', engine: 7, frames: ['x'.repeat(1000)] }) })()`,
  ],
  [
    'says over and over that it is ready',
    `(async () => { for (;;) await say({ type: 'ready' }) })()`,
  ],
  [
    'gives a file, for which it is too late',
    `(async () => { for (;;) { await send(1, Buffer.alloc(1 << 16)); await say('{"type":"file","bytes":{"$part":0}}') } })()`,
  ],
  [
    'gives snapshots that nobody asked for',
    `(async () => { for (;;) await say({ type: 'snapshot', engine: 1 }) })()`,
  ],
];

const floods: readonly Attack[] = [
  ['sends parts', `send(2, Buffer.alloc(1 << 16, 97))`],
  ['sends output', `frames({ type: 'output', stream: 'stdout', text: 'x'.repeat(4000) })`],
  ['sends small frames', `frames({ type: 'wait' }, { type: 'wait' }, { type: 'wait' })`],
  ['sends diagnostics', `say({ type: 'diagnostic', diagnostic: { code: 'x', message: 'y' } })`],
];

const endless: Attack = [
  'calls and reads no answer',
  `deafen(); (async () => { for (let call = 1; ; call++) await frames({ type: 'call', call, name: 'page', args: '[]' }) })()`,
];

/** What a process does while a cell runs in it: it is ended. */
export const forgeriesInCells: readonly HostCase[] = attacks.map((attack) => inCell(attack));

/** What a process sends without an end between two cells: it is ended. */
export const forgeriesBetweenCells: readonly HostCase[] = floods.map((flood) =>
  betweenCells(flood),
);

/** The same of processes that do not end their engine when they are told to, for which they are given five seconds. */
export const deafForgeries: readonly HostCase[] = [
  ...[...attacks.filter(([name]) => name.startsWith('refers to parts')), endless].map((attack) =>
    inCell(attack, deaf),
  ),
  ...floods
    .filter(([name]) => /output|small frames/.test(name))
    .map((flood) => betweenCells(flood, deaf)),
];

function inCell([name, script]: Attack, before = ''): HostCase {
  return forging(
    `${before === '' ? '' : 'deaf: '}${name}`,
    `${before}on('execute', () => { ${script} })`,
    async (session) => {
      const { outcome, error } = await session.execute('print(1)');
      expect([outcome, error?.type]).toEqual(['violation', 'SandboxViolation']);
    },
  );
}

function betweenCells([name, script]: Attack, before = ''): HostCase {
  const flood = `${before}on('execute', async () => { await done(1); for (;;) await ${script} })`;
  return forging(
    `${before === '' ? '' : 'deaf: '}${name} between cells`,
    flood,
    async (session, recipe) => {
      expect((await session.execute('print(1)')).outcome).toBe('ok');
      await eventually(() => {
        expect(recipe.processes.map(({ isGone }) => isGone)).toEqual([true]);
      });
    },
  );
}

/** A session in a process that runs `script`. */
function forging(
  name: string,
  script: string,
  body: (session: SandboxSession, recipe: ForgedRecipe) => Promise<void>,
): HostCase {
  return {
    name,
    memoryBytes: limits.memoryBytes,
    async run(inTime) {
      const functions = { page: () => 'x'.repeat(1_000_000) };
      const recipe = forgedRecipe(script);
      const session = await sandboxOf(recipe).open({ limits, functions });
      try {
        await body(session, recipe);
      } finally {
        await inTime(0, () => session.close());
      }
    },
  };
}

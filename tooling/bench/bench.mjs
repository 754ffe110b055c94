#!/usr/bin/env node
/**
 * Measures what this project promises to be quick at, each beside something that runs in the same minutes on the same machine, and
 * writes docs/performance.md:
 *
 *   pnpm bench [--only turn,cells] [--write false]
 *
 * Each measure runs in a process of its own. It fails nothing: a goal that is missed is a row that says so.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { writePage } from './page.mjs';

/**
 * @typedef {object} Row
 * @property {string} measure What was measured.
 * @property {string} beside What it is measured beside.
 * @property {string} unit `x` for a ratio to the neighbour, else a unit.
 * @property {number} ours The median of all rounds.
 * @property {readonly [number, number]} spread The first and third quarter of all rounds.
 * @property {number} [goal] At most this; absent if it is only told.
 */

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'string', default: 'true' } },
});
const folder = fileURLToPath(new URL('measures/', import.meta.url));
const names = readdirSync(folder)
  .map((file) => file.replace(/\.mjs$/, ''))
  .sort();
const wanted = values.only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  throw new Error(`Expected --only to name some of ${names.join(', ')}, got "${unknown}".`);
}

/** @type {Row[]} */
const rows = [];
/** @type {string[]} */
const leftOut = [];
const loads = [loadavg()[0] ?? 0];
for (const name of wanted) {
  const script = fileURLToPath(new URL('measure.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', script, name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
  loads.push(loadavg()[0] ?? 0);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (status !== 0 || line === '') {
    leftOut.push(`${name}: it ended with ${String(status)}`);
    continue;
  }
  const { rows: found, reason } = /** @type {{ rows: Row[], reason?: string }} */ (
    JSON.parse(line)
  );
  if (reason !== undefined) leftOut.push(`${name}: ${reason}`);
  rows.push(...found);
  console.table(found.map(({ spread, ...row }) => ({ ...row, spread: spread.join(' to ') })));
}
if (values.write === 'true' && values.only === undefined) {
  writePage(rows, { leftOut, load: Math.max(...loads) });
}
for (const reason of leftOut) console.log(`left out: ${reason}`);

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./bench.mjs').Row} Row */

const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** Writes the table of docs/performance.md; the text around it stays. @param {readonly Row[]} rows @param {{ leftOut: readonly string[], load: number }} about */
export function writePage(rows, { leftOut, load }) {
  const text = readFileSync(page, 'utf8');
  const [head] = text.split(begin);
  const [, tail] = text.split(end);
  const machine = `${String(cpus().length)} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${platform()} ${release()}, Node ${process.versions.node}, load up to ${load.toFixed(1)}`;
  const table = [
    '| measure | beside | ours | middle half of the rounds | goal | met |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...rows.map(lineOf),
  ];
  const left = leftOut.map((reason) => `- Left out: ${reason}`);
  const date = new Date().toISOString().slice(0, 10);
  const figures = [begin, '', `${date}, ${machine}.`, '', ...table, '', ...left, end];
  writeFileSync(page, `${String(head)}${figures.join('\n')}${String(tail)}`);
}

/** @param {Row} row */
function lineOf({ measure, beside, unit, ours, spread, goal }) {
  const say = (/** @type {number} */ value) => (unit === 'x' ? `${value}x` : `${value} ${unit}`);
  const verdict =
    goal === undefined ? '' : ours <= goal ? 'yes' : `missed by ${(ours / goal).toFixed(1)}x`;
  return `| ${measure} | ${beside} | ${say(ours)} | ${spread.map(say).join(' to ')} | ${goal === undefined ? '' : say(goal)} | ${verdict} |`;
}

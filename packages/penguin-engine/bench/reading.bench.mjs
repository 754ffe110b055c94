/**
 * How much dearer it is to read the actions of a reply of a megabyte than to `JSON.parse` a text as long, in processor time. Reads the
 * built package: `pnpm build`, then `node bench/reading.bench.mjs [length]`.
 */
import { parseActions } from '../dist/index.js';

const length = Number(process.argv[2] ?? 1_000_000);

const units = {
  '<finish_task>': '<finish_task>',
  '</finish_task>': '</finish_task>',
  '<finish_task/>': '<finish_task/>',
  '<a></a>': '<a></a>',
  '<a><b></a></b>': '<a><b></a></b>',
  '<a><b>': '<a><b>',
  '<a x="1">': '<a x="1">',
  '<A>': '<A>',
  '<': '<',
  '<a': '<a',
  '>': '>',
  '> <a/>\\n': '> <a/>\n',
  '<!--': '<!--',
  '<![CDATA[': '<![CDATA[',
  ']]>': ']]>',
  '<think>': '<think>',
  '`': '`',
  '` ': '` ',
  '`<a/>` ': '`<a/>` ',
  fences: '```\n',
  'fences of tags': '```\n<a/>\n```\n',
  actionxml: '```actionxml\n<a/>\n```\n',
  'actionxml, open': '```actionxml\n',
  '~~~': '~~~\n',
  finish_task: 'finish_task ',
  prose: 'The quick brown fox (it is said) jumps over `the` lazy dog.\n',
};

function time(work) {
  let best = Infinity;
  for (let run = 0; run < 3 && (run === 0 || best < 2_000); run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

// Data as it mostly is: small texts and numbers.
const rows = Array.from({ length: Math.ceil(length / 28) }, (_, n) => ({
  n: n % 10_000,
  text: 'FINAL(a)',
}));
const json = JSON.stringify(rows);
const parse = time(() => JSON.parse(json)) * (length / json.length);
console.log(`JSON.parse: ${parse.toFixed(1)} ms`);
const names = ['a', 'b', 'finish_task', 'finish_response'];
for (const [name, unit] of Object.entries(units)) {
  const text = unit.repeat(Math.ceil(length / unit.length));
  const cells = ['strict', 'compat'].map((profile) => {
    const ms = time(() => parseActions(text, { names, profile }));
    return `${profile} ${ms.toFixed(0)} (${(ms / parse).toFixed(1)})`.padEnd(20);
  });
  console.log(name.padEnd(22), ...cells);
}

/**
 * How much dearer it is to read a reply of a megabyte than to `JSON.parse` a text as long: finals in prose, code blocks, prose
 * alone, and what a model is shown. Reads the built package: `pnpm build`, then `node bench/reading.bench.mjs [length]`. The
 * ratios compare between machines; no piece should take over 100 ms at a million characters.
 */
import { detectFinalInText, findFinalCalls, parseCodeBlocks, proseOf } from '../dist/index.js';
import { dialects } from '../dist/dialects.js';
import { createShownMarks, finalMarks } from '../dist/shown.js';

const length = Number(process.argv[2] ?? 1_000_000);

const units = {
  'FINAL(a)': 'FINAL(a)',
  'FINAL(a) in lines': 'FINAL(a)\n',
  'FINAL(a) with blanks': 'FINAL(a) ',
  'FINAL("a")': 'FINAL("a")',
  'FINAL("a"), ': 'FINAL("a"), ',
  'FINAL([a])': 'FINAL([a])',
  'SUBMIT(a=1)': 'SUBMIT(a=1)',
  'FINAL() ': 'FINAL() ',
  'FINAL(': 'FINAL(',
  'FINAL(\\n': 'FINAL(\n',
  'FINAL("': 'FINAL("',
  "FINAL('": "FINAL('",
  'FINAL(["a" ': 'FINAL(["a" ',
  'final(a)': 'final("a")',
  '"FINAL(a)" ': '"FINAL(a)" ',
  '| FINAL(a) |': '| FINAL(a) |',
  fences: '```\n',
  'fences with tags': '```repl\n',
  'fences that are glued': 'x```py\n',
  'fences and text': '```repl\n```so\n',
  'fences of quotes': '```repl\n"""\n',
  'a block of quotes': '"""\n',
  'a block of comments': "#'\n",
  'a block of lines': '   x = 1\n',
  'a block of backticks': '`\n',
  tildes: '~~~\n',
  backticks: '`',
  'backticks and blanks': '` ',
  'backticks, doubled': '`` ` ',
  'inline code': '`a` ',
  'inline FINAL(a)': '`FINAL(a)` ',
  '<finish_task>': '<finish_task>',
  '<think>': '<think>',
  '</think>': '</think>',
  '<!--': '<!--',
  '(': '(',
  ')': ')',
  '[': '[',
  '"': '"',
  "'": "'",
  '"""': '"""',
  blanks: ' ',
  lines: '\n',
  'a line': 'a',
  'list marks': '- ',
  numbers: '1. ',
  prose: 'The quick brown fox (it is said) jumps over `the` lazy dog.\n',
  'if will now': 'if will now ',
  'é\n': 'é\n',
};

/** What comes before the first of some units. */
const heads = {
  'a block of quotes': '```repl\n',
  'a block of comments': '```repl\n',
  'a block of lines': '   ```repl\n',
  'a block of backticks': '```repl\n',
};

const works = {
  final: (text) => detectFinalInText(text),
  'any case': (text) => findFinalCalls(text, { caseSensitive: false }),
  strict: (text) => dialects['final-strict'].readProse(text),
  blocks: (text) => parseCodeBlocks(text),
  prose: (text) => proseOf(text),
  shown: (text) => {
    const shown = createShownMarks([...finalMarks, '<finish_task']);
    shown.add(text);
  },
};

/** The shortest processor time of three runs, in milliseconds; of one that is slow. */
async function time(work) {
  let best = Infinity;
  for (let run = 0; run < 3 && (run === 0 || best < 2_000); run++) {
    const start = process.cpuUsage();
    await work();
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
const parse = (await time(() => JSON.parse(json))) * (length / json.length);
console.log(`JSON.parse: ${parse.toFixed(1)} ms`);
console.log(`${length} characters, ms (and times JSON.parse)`);
for (const [name, unit] of Object.entries(units)) {
  const text = (heads[name] ?? '') + unit.repeat(Math.ceil(length / unit.length));
  const cells = [];
  for (const [what, work] of Object.entries(works)) {
    const ms = await time(() => work(text));
    cells.push(`${what} ${ms.toFixed(0)} (${(ms / parse).toFixed(1)})`.padEnd(20));
  }
  console.log(name.replace('\n', '\\n').padEnd(22), ...cells);
}

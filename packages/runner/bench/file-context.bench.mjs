// Peak memory of the host and of the guest's process, and time, for one context as a string, a stream, a Blob, by readContextFiles or by
// fileContext. Each case runs in a process of its own. With `--batch`, code also asks sub-queries about all of it, 100,000 characters each, in one batch. The text is made in a temporary folder; more than 256 MB needs as much disk, and with `cpython` little memory.
//
//   node bench/file-context.bench.mjs [--sandbox cpython|quickjs|pyodide] [--mb 100] [--as string|stream|blob|read|file] [--batch]
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  mkdtempSync,
  openAsBlob,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { runRlm } from '@rlm/runner';
import { fileContext, readContextFiles } from '@rlm/runner/node';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { option } from './options.mjs';

const mb = (bytes) => Math.round(bytes / 2 ** 20);
const statMb = (context) => context.bytes / 2 ** 20;
const backends = { quickjs, pyodide, cpython };

/** Writes the file in a process of its own. */
const writer = `
const { openSync, writeSync } = require('node:fs');
const [file, mb] = process.argv.slice(1);
const fd = openSync(file, 'w');
const line = (n) => n + ' the quick brown fox jumps over the lazy dog and back again, all day long\\n';
let written = 0, n = 0;
const size = Number(mb) * 2 ** 20;
while (written < size - 2 ** 20) {
  let part = '';
  while (part.length < 2 ** 20) part += line(n++);
  written += writeSync(fd, part);
}
writeSync(fd, 'the needle 4711\\n');
while (written < size) written += writeSync(fd, line(n++).repeat(1000));
`;

/** What models write over a text, for a string and for an object that reads from its file. */
const cells = {
  python: {
    length: 'len(context)',
    slice: 'context[len(context) // 2:][:200]',
    find: "context.find('the needle')",
    're.search': "import re; m = re.search(r'needle (\\d+)', context); m.group(1)",
    splitlines: 'len(context.splitlines())',
    comprehension: "sum('needle' in line for line in context.split('\\n'))",
    grep: "grep(context, r'needle (\\d+)')['total']",
  },
  file: {
    length: 'len(context)',
    slice: 'context[len(context) // 2 : len(context) // 2 + 200]',
    find: "context.find('the needle')",
    'in lines()': "sum('needle' in line for line in context.lines())",
    grep: "grep(context, r'needle (\\d+)')['total']",
    count: "context.count('quick')",
  },
  javascript: {
    length: 'context.length',
    slice: 'context.slice(context.length / 2, context.length / 2 + 200)',
    indexOf: "context.indexOf('the needle')",
    regex: '/needle (\\d+)/.exec(context)[1]',
    split: "context.split('\\n').length",
  },
};

/** Sub-queries about all of the text. */
const batches = {
  python:
    'r = llm_query_batched([context[i : i + 100000] for i in range(0, len(context), 100000)]); len(r)',
  javascript:
    'const parts = []; for (let i = 0; i < context.length; i += 100000) parts.push(context.slice(i, i + 100000)); const r = await llm_query_batched(parts); r.length',
};

if (option('file') === undefined) playAll();
else await playCase(option('file'), option('sandbox'), option('as'));

function playAll() {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-bench-'));
  const file = join(folder, 'text.txt');
  try {
    spawnSync(process.execPath, ['-e', writer, file, option('mb') ?? '100'], { stdio: 'inherit' });
    const rows = [];
    for (const sandbox of option('sandbox') === undefined
      ? Object.keys(backends)
      : [option('sandbox')]) {
      for (const as of option('as') === undefined
        ? ['string', 'stream', 'blob', 'read', 'file']
        : [option('as')]) {
        const own = [
          fileURLToPath(import.meta.url),
          '--file',
          file,
          '--sandbox',
          sandbox,
          '--as',
          as,
          ...(process.argv.includes('--batch') ? ['--batch'] : []),
        ];
        const { stdout } = spawnSync(process.execPath, own, {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const line = stdout.trim().split('\n').at(-1) ?? '';
        console.log(line);
        if (line.startsWith('{')) rows.push(JSON.parse(line));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function playCase(file, name, as) {
  const before = process.memoryUsage().rss;
  const peaks = new Map();
  const timer = setInterval(() => watch(peaks), 25);
  const from = performance.now();
  const context = await contextOf(file, as);
  const sandbox = backends[name]();
  const kinds =
    name === 'quickjs'
      ? cells.javascript
      : as === 'file' && statMb(context) > 256
        ? cells.file
        : cells.python;
  const batch = batches[name === 'quickjs' ? 'javascript' : 'python'];
  const codes = Object.entries(process.argv.includes('--batch') ? { batch } : kinds);
  const language = name === 'quickjs' ? 'javascript' : 'python';
  const blocks = [...codes.map(([, code]) => '```repl\n' + code + '\n```'), 'FINAL(done)'];
  const times = [];
  let last = 0;
  const limits = { maxSubQueries: 100_000 };
  const run = runRlm({
    model: () => blocks.shift(),
    subModel: () => 'ok',
    ...{ sandbox, query: 'q', context, maxSteps: 20, limits },
  });
  const marks = {};
  for await (const event of run) {
    if (event.type === 'session-open') {
      marks.openMs = Math.round(performance.now() - from);
      watch(peaks);
      marks.childOpenMB = peakOf(peaks);
    }
    if (event.type === 'step-start') last = performance.now();
    if (event.type === 'step-end') times.push(Math.round(performance.now() - last));
  }
  const { steps, stop, finishReason } = await run.result;
  clearInterval(timer);
  const outputs = [...steps].map(({ output }) => String(output).trim().slice(0, 60));
  console.log(
    JSON.stringify({
      sandbox: name,
      as,
      language,
      finishReason,
      ...(stop === null ? {} : { stop: stop.message.slice(0, 300) }),
      ...marks,
      beforeMB: mb(before),
      hostPeakMB: Math.round(process.resourceUsage().maxRSS / 1024),
      childPeakMB: peakOf(peaks),
      cells: Object.fromEntries(
        codes.map(([cell], at) => [cell, `${times[at]} ms: ${outputs[at]}`]),
      ),
    }),
  );
  process.exit();
}

async function contextOf(file, as) {
  if (as === 'blob') return openAsBlob(file);
  if (as === 'read') return (await readContextFiles(file)).context;
  if (as === 'file') return fileContext(file);
  if (as === 'string') return readFile(file, 'utf8');
  return Readable.toWeb(createReadStream(file));
}

function peakOf(peaks) {
  return Math.max(0, ...[...peaks.values()].map((kb) => Math.round(kb / 1024)));
}

/** Peaks of all processes below this one (Linux). */
function watch(peaks) {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
      parents.set(pid, { parent, peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) });
    } catch {
      // It has ended.
    }
  }
  for (const [pid, { peak }] of parents) {
    let at = parents.get(pid)?.parent;
    while (at !== undefined && at !== String(process.pid)) at = parents.get(at)?.parent;
    if (at !== undefined) peaks.set(pid, Math.max(peak, peaks.get(pid) ?? 0));
  }
}

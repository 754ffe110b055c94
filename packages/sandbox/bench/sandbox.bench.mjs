// What sessions cost: in time, memory and processes, of this checkout and beside another. Each needs a build.
//
//   node bench/sandbox.bench.mjs [quickjs] [pyodide] [cpython] [--only time,crowd,work] [--rounds 3] [--crowd 1,10,50]
//     [--root <checkout>]      what is measured; default: this one
//     [--against <checkout>]   another that is measured in turns with it, such as the commit before a change
//     [--tests]                also the time of the package's own tests
//
// It prints a Markdown table: the median of all rounds. Each round is a process of its own. Memory, processes and threads are those
// of all processes below the host's, and processor time is that of the host and of these (Linux only).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(new URL('../../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: here },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    crowd: { type: 'string', default: '1,10,50' },
    only: { type: 'string', default: 'time,crowd,work' },
    tests: { type: 'boolean', default: false },
    measure: { type: 'string' },
  },
});

/** Texts of cells in each language. */
const cells = {
  javascript: {
    calls: 'for (let at = 0; at < 50; at += 1) await page(at)',
    endless: 'print("runs"); for (;;) { try { for (;;) {} } catch {} }',
    length: 'print(text.length)',
  },
  python: {
    calls: 'for at in range(50):\n    page(at)',
    endless:
      'print("runs")\nwhile True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass',
    length: 'print(len(text))',
  },
};
const limits = { maxHostCalls: 1_000_000, maxValueBytes: 512 * 1024 * 1024 };

/** The unit of each figure, in the order of the table. */
const units = {
  'first session ever, with a cell': 'ms',
  'first session of a process, with a cell': 'ms',
  'next session, with a cell': 'ms',
  'a cell': 'ms',
  'a host call': 'ms',
  'stop of an endless loop that catches all': 'ms',
  'the slowest of 20 stops': 'ms',
  'variables kept after a stop': 'of 20',
  'a text of 100 MB in': 'ms',
  'a text of 100 MB out': 'ms',
};

if (options.measure === undefined) compare();
else await measure(positionals[0], options.measure);

/** Measures all backends of all checkouts in turns, and prints the table. */
function compare() {
  const roots = [options.against, options.root]
    .filter((root) => root !== undefined)
    .map((root) => resolve(root));
  const names = positionals.length > 0 ? positionals : ['quickjs', 'pyodide', 'cpython'];
  const rounds = Number(options.rounds);
  console.log(
    `Node ${process.version}, ${new Date().toISOString()}, load ${loadNow()}, median of ${rounds} rounds\n`,
  );
  console.log(`| | ${roots.map(titleOf).join(' | ')} |\n|---|${roots.map(() => '---:|').join('')}`);
  for (const name of names) {
    const found = roots.map(() => new Map());
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, root] of roots.entries()) add(found[at], runRound(name, root, round));
    }
    for (const [figure, unit] of figuresOf(found)) {
      const texts = found.map((figures) => `${show(median(figures.get(figure) ?? []))} ${unit}`);
      console.log(`| ${name}(): ${figure} | ${texts.join(' | ')} |`);
    }
  }
  if (options.tests) {
    const texts = roots.map((root) => show(timeTests(root)));
    console.log(`| the package's tests | ${texts.map((text) => `${text} s`).join(' | ')} |`);
  }
  console.log(`\nload at the end ${loadNow()}`);
}

/** All figures of one backend of one checkout, by name. What lasts or takes memory is measured once. */
function runRound(name, root, round) {
  const only = options.only.split(',');
  const figures = {};
  if (only.includes('time')) {
    if (round === 0) Object.assign(figures, firstEver(name, root));
    Object.assign(figures, run(name, root, 'time').figures);
  }
  if (only.includes('crowd') && round === 0) {
    Object.assign(figures, run(name, root, 'crowd').figures);
  }
  if (only.includes('work')) Object.assign(figures, run(name, root, 'work').figures);
  return figures;
}

/** The first session of a user: nothing is in the cache folder. Afterwards the usual one has what is kept there. */
function firstEver(name, root) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const { figures } = run(name, root, 'first', { XDG_CACHE_HOME: folder });
    run(name, root, 'first');
    return {
      'first session ever, with a cell': figures['first session of a process, with a cell'],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One process that measures; gives the last line that it prints. */
function run(name, root, kind, env = {}) {
  const file = fileURLToPath(import.meta.url);
  const args = [file, name, '--measure', kind, '--root', root, '--crowd', options.crowd];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    // To read a machine's certificates takes Node.js longer than all else at its start.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined, ...env },
  });
  if (status !== 0) throw new Error(`${name} of ${root}: ${kind} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** In a process of its own: measures one kind of figures. */
async function measure(name, kind) {
  const file = join(options.root, 'packages/sandbox/dist', `${name}.js`);
  const { [name]: create } = await import(pathToFileURL(file).href);
  const figures = {};
  if (kind === 'first') await measureFirst(create(), figures);
  if (kind === 'time') await measureTimes(create(), figures);
  if (kind === 'crowd') await measureCrowd(createMany(create), figures);
  if (kind === 'work') await measureWork(createMany(create), figures);
  console.log(JSON.stringify({ figures }));
  process.exit();
}

/** A backend that may have 50 sessions; older ones have no such limit. */
function createMany(create) {
  try {
    return create({ maxSessions: 50 });
  } catch {
    return create();
  }
}

async function measureFirst(backend, figures) {
  const start = performance.now();
  const session = await backend.open({ functions: { page: () => 1 }, limits });
  await must(session, 'x = 7');
  figures['first session of a process, with a cell'] = performance.now() - start;
  return session;
}

async function measureTimes(backend, figures) {
  const session = await measureFirst(backend, figures);
  if (!session.backend.includes('unsafe') && !backend.isolation.endsWith('+os')) {
    throw new Error(`it is measured behind walls, and this is ${backend.isolation}`);
  }
  const code = cells[session.language];
  const others = [];
  figures['next session, with a cell'] = await timeEach(5, 1, async () => {
    const next = await backend.open();
    await must(next, '1');
    others.push(next);
  });
  await Promise.all(others.map((other) => other.close()));
  figures['a cell'] = await timeEach(20, 50, async () => {
    for (let at = 0; at < 50; at += 1) await must(session, '1');
  });
  figures['a host call'] = await timeEach(20, 50, () => must(session, code.calls));
  await measureStops(session, code.endless, figures);
  const text = 'The quick brown fox jumps over the lazy dog, again. '
    .repeat(2_000_000)
    .slice(0, 1e8);
  figures['a text of 100 MB in'] = await timeEach(1, 1, async () => {
    await session.set('text', text);
    await must(session, code.length);
  });
  figures['a text of 100 MB out'] = await timeEach(1, 1, async () => {
    if ((await session.get('text', { timeoutMs: 60_000 })) !== text) throw new Error('other text');
  });
  await session.close();
}

/** Stops a loop by its signal, 20 times; `x` must have its value still. */
async function measureStops(session, endless, figures) {
  const times = [];
  let kept = 0;
  for (let at = 0; at < 20; at += 1) {
    const controller = new AbortController();
    let start = 0;
    const onOutput = () => {
      setTimeout(() => {
        start = performance.now();
        controller.abort();
      }, 20);
    };
    const { outcome } = await session.execute(endless, {
      abortSignal: controller.signal,
      onOutput,
    });
    times.push(performance.now() - start);
    if (outcome !== 'aborted') throw new Error(`the loop ended with ${outcome}`);
    if ((await session.execute('print(x)')).stdout === '7\n') kept += 1;
  }
  figures['stop of an endless loop that catches all'] = median(times);
  figures['the slowest of 20 stops'] = Math.max(...times);
  figures['variables kept after a stop'] = kept;
}

/** What a growing number of open sessions take. */
async function measureCrowd(backend, figures) {
  const open = [];
  for (const count of options.crowd.split(',').map(Number)) {
    while (open.length < count) {
      const session = await backend.open();
      await must(session, 'print(1)');
      open.push(session);
    }
    await new Promise((wake) => setTimeout(wake, 500));
    const children = descendants(process.pid);
    const sum = (read) => children.reduce((all, pid) => all + read(`/proc/${pid}`), 0);
    figures[`memory of ${count} sessions`] = sum(readPss);
    figures[`processes of ${count} sessions`] = children.length;
    figures[`threads of ${count} sessions`] = sum((folder) => readdirSync(`${folder}/task`).length);
  }
  await Promise.all(open.map((session) => session.close()));
}

/** Processor time of 50 sessions that are opened, used and closed at once, of their processes as long as they are there. */
async function measureWork(backend, figures) {
  const before = process.cpuUsage();
  const sessions = await Promise.all(Array.from({ length: 50 }, () => backend.open()));
  await Promise.all(sessions.map((session) => must(session, 'print(1)')));
  const ofChildren = descendants(process.pid).reduce((all, pid) => all + readTicks(pid), 0);
  const ofEnded = readTicks(process.pid, 15);
  await Promise.all(sessions.map((session) => session.close()));
  const { user, system } = process.cpuUsage(before);
  figures['processor time of 50 at once'] = (user + system) / 1e6 + (ofChildren + ofEnded) / 100;
}

async function must(session, code) {
  const { success, error } = await session.execute(code);
  if (!success) throw new Error(error?.message);
}

function descendants(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(readStat(name)[3]));
    } catch {
      // It has ended.
    }
  }
  const below = (parent) =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** The fields of a process, numbered as in proc(5) from 1, less one. */
function readStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return [pid, '', ...stat.slice(stat.lastIndexOf(')') + 2).split(' ')];
}

/** Hundredths of seconds that a process computed, with children that it waited for; from field 15 on, these alone. */
function readTicks(pid, from = 13) {
  return readStat(pid)
    .slice(from, 17)
    .reduce((all, ticks) => all + Number(ticks), 0);
}

/** Memory in MB; pages that several processes share count once. */
function readPss(folder) {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`${folder}/smaps_rollup`, 'utf8'))[1]) / 1024;
}

/** Seconds that the tests of the package take. */
function timeTests(root) {
  const start = performance.now();
  const cwd = join(root, 'packages/sandbox');
  spawnSync('npx', ['--offline', 'vitest', 'run'], { cwd, stdio: 'ignore' });
  return (performance.now() - start) / 1_000;
}

/** The median time of a task in milliseconds, for one of the `each` things that it does. */
function timeEach(times, each, task) {
  return medianOf(times, async () => {
    const start = performance.now();
    await task();
    return (performance.now() - start) / each;
  });
}

async function medianOf(times, task) {
  const values = [];
  for (let time = 0; time < times; time += 1) values.push(await task());
  return median(values);
}

function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

function add(figures, more) {
  for (const [figure, value] of Object.entries(more)) {
    figures.set(figure, [...(figures.get(figure) ?? []), value]);
  }
}

/** The names of all figures that were found, with their units, in the order of {@link units}. */
function figuresOf(found) {
  const names = new Set(found.flatMap((figures) => [...figures.keys()]));
  const unitOf = (name) =>
    units[name] ?? (/^memory/.test(name) ? 'MB' : /^proc.* time/.test(name) ? 's' : '');
  const ordered = [...Object.keys(units).filter((name) => names.has(name)), ...names];
  return [...new Set(ordered)].map((name) => [name, unitOf(name)]);
}

function show(value) {
  if (value === undefined) return '–';
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);
}

function loadNow() {
  return loadavg()[0].toFixed(1);
}

/** A checkout as the commit that it is at. */
function titleOf(root) {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%h'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout?.trim() || 'measured';
}

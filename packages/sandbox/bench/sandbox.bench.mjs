// Prints one table: medians of ten, for every backend that works here. Run after a build.
import { spawnSync } from 'node:child_process';
import vm from 'node:vm';

import { createSandboxPool } from '@rlm/sandbox';

const wanted = process.argv.slice(2);
const entries = { quickjs: 'quickjs', pyodide: 'pyodide', monty: 'monty', cpython: 'cpython' };
const rounds = 10;
const line = 'The quick brown fox jumps over the lazy dog. 12345\n';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const functions = {
  llm_query: async (prompt) => {
    if (prompt.startsWith('slow')) await sleep(50);
    return 'ok';
  },
};

const cells = {
  python: {
    calls: 'for i in range(1000):\n    llm_query("x")',
    batch: 'n = len(llm_query_batched(["slow"] * 64))',
    regex: 'import re\nn = len(re.findall(r"d[ao]g", context))',
    split: 'n = len(context.split("\\n"))',
  },
  javascript: {
    calls: 'for (let i = 0; i < 1000; i++) await llm_query("x")',
    batch: 'var n = (await llm_query_batched(Array(64).fill("slow"))).length',
    regex: 'var n = (context.match(/d[ao]g/g) ?? []).length',
    split: 'var n = context.split("\\n").length',
  },
};

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function time(task, count = rounds) {
  const values = [];
  for (let round = 0; round < count; round++) {
    const startedAt = performance.now();
    await task();
    values.push(performance.now() - startedAt);
  }
  return median(values);
}

async function measure(name, backend) {
  const rows = {};
  const code = cells[backend.language];
  const run = async (session, text) => {
    const result = await session.execute(text, { timeoutMs: 120_000 });
    if (!result.success) throw new Error(`${text}: ${result.error?.message}`);
    return result;
  };
  const cold = `import('@rlm/sandbox/${entries[name]}').then(async (m) => { const s = await m.${name}().open(); await s.execute('1'); process.exit(0); })`;
  rows['cold: new process to first result'] = await time(() => {
    spawnSync(process.execPath, ['-e', cold], { cwd: import.meta.dirname });
  });
  rows['warm: new session to first result'] = await time(async () => {
    const session = await backend.open({ functions });
    await session.execute('1');
    await session.close();
  });
  const pool = createSandboxPool(backend, { warm: 2, session: { functions } });
  rows['pooled: check-out to first result'] = median(
    await (async () => {
      const values = [];
      for (let round = 0; round < rounds; round++) {
        await pool.ready();
        await sleep(300);
        const startedAt = performance.now();
        const session = await pool.open({ functions });
        await session.execute('1');
        values.push(performance.now() - startedAt);
        await session.close();
      }
      return values;
    })(),
  );
  await pool.close();

  const session = await backend.open({ functions, limits: { hostCalls: 1_000_000 } });
  for (let warmup = 0; warmup < 50; warmup++) await session.execute('1 + 1');
  rows['trivial cell'] = await time(() => session.execute('1 + 1'), 250);
  await run(session, code.calls);
  rows['host call (mean of 1,000)'] = (await time(() => run(session, code.calls))) / 1_000;
  rows['64 x 50 ms batched'] = await time(() => run(session, code.batch));
  if (backend.capabilities.snapshot) {
    let image;
    rows.snapshot = await time(async () => {
      image = await session.snapshot();
    });
    rows['restore to first result'] = await time(async () => {
      const again = await backend.open({ functions, image });
      await again.execute('1');
      await again.close();
    });
  }
  await session.close();

  for (const megabytes of [1, 10, 100]) {
    const text = line.repeat(Math.ceil((megabytes * 1e6) / line.length));
    text.charCodeAt(5);
    const times = { set: [], regex: [], split: [] };
    let resident = 0;
    for (let round = 0; round < (megabytes === 100 ? 5 : rounds); round++) {
      const big = await backend.open({ functions });
      await big.execute('1');
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      let startedAt = performance.now();
      await big.set('context', text);
      times.set.push(performance.now() - startedAt);
      resident = process.memoryUsage().rss - before;
      for (const work of ['regex', 'split']) {
        startedAt = performance.now();
        await run(big, code[work]);
        times[work].push(performance.now() - startedAt);
      }
      await big.close();
    }
    rows[`set ${megabytes} MB`] = median(times.set);
    rows[`set ${megabytes} MB: resident memory, MB`] = resident / 1e6;
    rows[`regex over ${megabytes} MB`] = median(times.regex);
    rows[`split over ${megabytes} MB`] = median(times.split);
  }
  return rows;
}

async function yardstick() {
  const rows = {};
  rows['cold: new process to first result'] = await time(() => {
    spawnSync(process.execPath, ['-e', 'require("node:vm").runInNewContext("1")']);
  });
  rows['warm: new session to first result'] = await time(() => {
    vm.runInNewContext('1');
  });
  const context = vm.createContext({});
  rows['trivial cell'] = await time(() => {
    vm.runInContext('1 + 1', context);
  }, 250);
  for (const megabytes of [1, 10, 100]) {
    context.context = line.repeat(Math.ceil((megabytes * 1e6) / line.length));
    for (const work of ['regex', 'split']) {
      const name = `${work} over ${megabytes} MB`;
      rows[name] = await time(() => vm.runInContext(cells.javascript[work], context));
    }
  }
  return rows;
}

async function python3() {
  const rows = {};
  if (spawnSync('python3', ['--version']).status !== 0) return rows;
  rows['cold: new process to first result'] = await time(() => {
    spawnSync('python3', ['-c', '1']);
  });
  return rows;
}

const columns = { 'node:vm': await yardstick(), python3: await python3() };
for (const name of wanted.length > 0 ? wanted : Object.keys(entries)) {
  const module = await import(`@rlm/sandbox/${entries[name]}`).catch(() => undefined);
  const backend = module?.[name]?.();
  const probe = backend === undefined ? { ok: false, reason: 'not built' } : await backend.probe();
  if (!probe.ok) {
    console.log(`${name}: left out (${probe.reason})`);
    continue;
  }
  try {
    columns[name] = await measure(name, backend);
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
}

const names = [...new Set(Object.values(columns).flatMap((rows) => Object.keys(rows)))];
console.log(`\nms, median of ${rounds}\n| | ${Object.keys(columns).join(' | ')} |`);
console.log(
  `|---|${Object.keys(columns)
    .map(() => '---|')
    .join('')}`,
);
for (const name of names) {
  const values = Object.values(columns).map(
    (rows) => rows[name]?.toFixed(rows[name] < 10 ? 3 : 0) ?? '',
  );
  console.log(`| ${name} | ${values.join(' | ')} |`);
}
process.exit(0);

import { spawnSync } from 'node:child_process';

import { createSandboxPool } from '@rlm/sandbox';

import { residentMb } from './memory.mjs';
import { cells, makeText, roundsOf, sizes } from './texts.mjs';
import { median, rounds, sleep, time } from './timing.mjs';

const functions = {
  llm_query: async (prompt) => {
    if (prompt.startsWith('slow')) await sleep(50);
    return 'ok';
  },
};

/** All rows of one backend. */
export async function measureBackend(backend) {
  return {
    ...(await measureStarts(backend)),
    ...(await measureCells(backend)),
    ...(await measureTexts(backend)),
  };
}

async function measureStarts(backend) {
  const { name } = backend;
  const cold = `import('@rlm/sandbox/${name}').then(async (m) => { const s = await m.${name}().open(); await s.execute('1'); process.exit(0); })`;
  const pool = createSandboxPool(backend, { warm: 2, session: { functions } });
  const pooled = [];
  for (let round = 0; round < rounds; round++) {
    await pool.ready();
    await sleep(300);
    const startedAt = performance.now();
    const session = await pool.open({ functions });
    await session.execute('1');
    pooled.push(performance.now() - startedAt);
    await session.close();
  }
  await pool.close();
  return {
    cold: await time(() => {
      spawnSync(process.execPath, ['-e', cold], { cwd: import.meta.dirname });
    }),
    warm: await time(async () => {
      const session = await backend.open({ functions });
      await session.execute('1');
      await session.close();
    }),
    pooled: median(pooled),
  };
}

async function measureCells(backend) {
  const code = cells[backend.language];
  const rows = {};
  const limits = { maxHostCalls: 1_000_000, maxConcurrentCalls: 64 };
  const session = await backend.open({ functions, limits });
  for (let warmup = 0; warmup < 50; warmup++) await session.execute(code.trivial);
  rows.cell = await time(() => session.execute(code.trivial), 250);
  await run(session, code.calls);
  rows.call = (await time(() => run(session, code.calls))) / 1_000;
  rows.batch = await time(() => run(session, code.batch));
  if (backend.capabilities.snapshot) {
    let snapshot;
    rows.snapshot = await time(async () => {
      snapshot = await session.snapshot();
    });
    rows.restore = await time(async () => {
      const again = await backend.open({ functions, snapshot });
      await again.execute('1');
      await again.close();
    });
  }
  await session.close();
  return rows;
}

async function measureTexts(backend) {
  const code = cells[backend.language];
  const rows = {};
  for (const megabytes of sizes) {
    const text = makeText(megabytes);
    const times = { set: [], regex: [], split: [] };
    const grown = { host: [], children: [] };
    for (let round = 0; round < roundsOf(megabytes); round++) {
      const session = await backend.open({ functions });
      await session.execute('1');
      const before = residentMb();
      const startedAt = performance.now();
      await session.set('context', text);
      times.set.push(performance.now() - startedAt);
      const after = residentMb();
      for (const part of ['host', 'children']) grown[part].push(after[part] - before[part]);
      for (const work of ['regex', 'split'])
        times[work].push(await time(() => run(session, code[work]), 1));
      await session.close();
    }
    rows[`set${megabytes}`] = median(times.set);
    rows[`host${megabytes}`] = median(grown.host);
    rows[`children${megabytes}`] = median(grown.children);
    rows[`regex${megabytes}`] = median(times.regex);
    rows[`split${megabytes}`] = median(times.split);
  }
  return rows;
}

async function run(session, text) {
  const result = await session.execute(text, { timeoutMs: 120_000 });
  if (!result.success) throw new Error(`${text}: ${result.error?.message}`);
}

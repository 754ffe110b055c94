import { spawnSync } from 'node:child_process';

import { ratiosOf, rowOf } from '../rounds.mjs';

const rounds = 9;
const plainPyodide = `import { loadPyodide } from 'pyodide';
  const interpreter = await loadPyodide({ stdout: () => undefined });
  interpreter.runPython('print(1 + 1)');`;

/** To read certificates of the machine takes Node.js longer than all else that it does to start. */
const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

/** A new process to its first answer, beside a process that does nothing. */
export async function measure() {
  const rows = [];
  for (const [name, goal] of /** @type {const} */ ([
    ['quickjs', 3.3],
    ['pyodide', 6],
  ])) {
    const program = `import { ${name} } from '@rlm/sandbox/${name}';
      const session = await ${name}().open();
      const { stdout } = await session.execute('print(1 + 1)');
      if (stdout !== '2\\n') throw new Error(stdout);
      await session.close();`;
    const start = (/** @type {string} */ code) => {
      const args = ['--input-type=module', '-e', code];
      const { status } = spawnSync(process.execPath, args, {
        cwd: import.meta.dirname,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`a process ended with ${String(status)}`);
    };
    // The first process of Pyodide keeps its boot image.
    start(program);
    const ratios = await ratiosOf(
      rounds,
      () => {
        start(program);
      },
      () => {
        start('0');
      },
    );
    const about = { measure: `first answer of ${name}(), a new process`, beside: 'node -e 0' };
    rows.push(rowOf({ ...about, unit: 'x', goal }, ratios));
    if (name === 'quickjs') continue;
    const plain = await ratiosOf(
      rounds,
      () => {
        start(program);
      },
      () => {
        start(plainPyodide);
      },
    );
    rows.push(rowOf({ ...about, beside: 'plain loadPyodide', unit: 'x' }, plain));
  }
  return { rows };
}

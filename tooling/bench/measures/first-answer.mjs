import { spawnSync } from 'node:child_process';

import { ratiosOf, rowOf } from '../rounds.mjs';

const rounds = 9;
const plainPyodide = `import { loadPyodide } from 'pyodide';
  const interpreter = await loadPyodide({ stdout: () => undefined });
  interpreter.runPython('print(1 + 1)');`;

/** To read the certificates of a machine takes Node.js longer than all else that it does to start. */
const certificates = process.env['NODE_EXTRA_CA_CERTS'];

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
    const start = (/** @type {string} */ code, /** @type {string | undefined} */ extra) => {
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: extra };
      const args = ['--input-type=module', '-e', code];
      const { status } = spawnSync(process.execPath, args, {
        cwd: import.meta.dirname,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`a process ended with ${String(status)}`);
    };
    // The first process of Pyodide keeps its boot image.
    start(program, undefined);
    const ratios = (/** @type {string | undefined} */ extra) =>
      ratiosOf(
        rounds,
        () => {
          start(program, extra);
        },
        () => {
          start('0', extra);
        },
      );
    const about = { measure: `first answer of ${name}(), a new process`, beside: 'node -e 0' };
    rows.push(rowOf({ ...about, unit: 'x', goal }, await ratios(undefined)));
    if (certificates !== undefined) {
      const beside = 'node -e 0, both with NODE_EXTRA_CA_CERTS';
      rows.push(rowOf({ ...about, beside, unit: 'x' }, await ratios(certificates)));
    }
    if (name === 'quickjs') continue;
    const plain = await ratiosOf(
      rounds,
      () => {
        start(program, undefined);
      },
      () => {
        start(plainPyodide, undefined);
      },
    );
    rows.push(rowOf({ ...about, beside: 'plain loadPyodide', unit: 'x' }, plain));
  }
  return { rows };
}

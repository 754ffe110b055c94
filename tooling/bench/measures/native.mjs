import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { cpython } from '@rlm/sandbox/cpython';

import { ratiosOf, rowOf } from '../rounds.mjs';

const rounds = 12;

/** The same work in a session and in a plain `python3`. */
export async function measure() {
  const rows = [];
  /** @type {string[]} */
  const reasons = [];
  for (const [name, backend, plain, work] of /** @type {const} */ ([
    ['cpython', cpython(), plainPython, python],
  ])) {
    const probe = await backend.probe();
    if (!probe.ok) {
      reasons.push(`${name}: ${probe.reason}`);
      continue;
    }
    const session = await backend.open({ limits: { memoryBytes: 2 ** 30 } });
    const other = plain();
    const execute = async (/** @type {string} */ code) => {
      const { success, error } = await session.execute(code);
      if (!success) throw new Error(error?.message);
    };
    for (const [what, code] of Object.entries(work)) {
      const [mine, theirs] = [() => execute(code), () => other.run(code)];
      await mine();
      await theirs();
      const ratios = await ratiosOf(rounds, mine, theirs);
      rows.push(rowOf({ measure: `${what}, ${name}()`, beside: other.name, unit: 'x' }, ratios));
    }
    other.end();
    await session.close();
  }
  return { rows, ...(reasons.length > 0 && { reason: reasons.join('; ') }) };
}

const python = {
  'a text of 10 MB searched by a regex':
    'import re\nn = len(re.findall("c[d-f]+g", "abcdefghij" * 1_000_000))',
  'a loop of 3 million':
    'def f():\n    s = 0\n    for i in range(3_000_000):\n        s += i % 7\nf()',
};

function plainPython() {
  const loop =
    'import sys, json\nfor line in sys.stdin:\n    exec(json.loads(line), globals())\n    print("done", flush=True)';
  const child = spawn('python3', ['-c', loop], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    name: 'a plain python3',
    run: async (/** @type {string} */ code) => {
      const told = once(child.stdout, 'data');
      child.stdin.write(`${JSON.stringify(code)}\n`);
      await told;
    },
    end: () => void child.kill(),
  };
}

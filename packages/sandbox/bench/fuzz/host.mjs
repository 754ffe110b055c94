import { writeSync } from 'node:fs';

import { swallowCases } from '../../src/conformance/swallow/index.ts';
import { conformanceTables } from '../../src/conformance/tables.ts';
import { runFuzz, runInput } from './campaign.mjs';

const suite = { conformanceTables, swallowCases };

const backends = {
  quickjs: () => import('../../src/quickjs/index.ts'),
  pyodide: () => import('../../src/pyodide/index.ts'),
  cpython: () => import('../../src/cpython/index.ts'),
};
const say = (event) => writeSync(1, `${JSON.stringify(event)}\n`);

/**
 * Makes this process a host in which a campaign runs, or one attempt with an input that stands there: `superviseFuzz` starts
 * it with the job as its argument. It says on its output what it begins, so that an end of it has a name.
 */
export async function serveFuzz() {
  const { backend: name, options, ...job } = JSON.parse(process.argv[2]);
  const { [name]: create } = await backends[name]();
  const backend = create(options);
  const probe = await backend.probe();
  if (!probe.ok) say({ type: 'left out', reason: probe.reason });
  else if (job.input !== undefined) await runInput({ ...job, backend, suite });
  else {
    const figures = await runFuzz({
      ...job,
      // JSON has no infinity.
      seconds: job.seconds ?? Infinity,
      backend,
      suite,
      onAttempt: (attempt) => say({ type: 'attempt', ...attempt, input: plain(attempt.input) }),
      onProblem: (problem) => say({ type: 'problem', problem }),
    });
    say({ type: 'end', ...figures });
  }
  process.exit(0);
}

/** Inputs that are texts can be tried again elsewhere; values of all shapes cannot. */
function plain(input) {
  return input.every((item) => typeof item === 'string') ? input : ['(values)'];
}

/**
 * Runs tests over sources that are changed in memory only. A process of its own, which its parent ends when a mutant never ends:
 *
 *   { sources: { path: text } | null, tests: [path] } → { failed: boolean, ms: number, files: { path: ms }, slowestMs: number, faults: [text] }
 */
import { fileURLToPath } from 'node:url';

import { createVitest } from 'vitest/node';

const [root = '.', bail = '1', testTimeout = '120000'] = process.argv.slice(2);

/** The texts that stand in for files, by their paths. */
let sources = new Map();
/** @type {string[]} */
const faults = [];

/** Keeps the order in which files are given: the quickest first. */
class AsGiven {
  /** @template T @param {T} files */
  sort(files) {
    return Promise.resolve(files);
  }

  /** @template T @param {T} files */
  shard(files) {
    return Promise.resolve(files);
  }
}

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    bail: Number(bail),
    maxWorkers: 1,
    reporters: [{}],
    setupFiles: [fileURLToPath(new URL('setup.js', import.meta.url))],
    testTimeout: Number(testTimeout),
    hookTimeout: Number(testTimeout),
    sequence: { sequencer: /** @type {never} */ (AsGiven) },
  },
  {
    plugins: [
      {
        name: 'rlm:mutation',
        enforce: 'pre',
        transform: { order: 'pre', handler: (_code, id) => sources.get(id.split('?')[0]) },
      },
    ],
  },
);

process.on('message', (message) => {
  void run(/** @type {{ sources: Record<string, string>, tests: string[] }} */ (message)).then(
    (answer) => process.send?.(answer),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** @param {{ sources: Record<string, string>, tests: string[] }} request */
async function run(request) {
  const changed = new Map(Object.entries(request.sources));
  for (const path of new Set([...sources.keys(), ...changed.keys()])) vitest.invalidateFile(path);
  sources = changed;
  faults.length = 0;
  const startedAt = Date.now();
  const project = vitest.getRootProject();
  const tests = request.tests.map((path) => project.createSpecification(path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests, false);
  /** @type {Record<string, number>} */
  const files = {};
  let slowestMs = 0;
  for (const testModule of testModules) {
    const { duration, collectDuration, setupDuration } = testModule.diagnostic();
    files[testModule.moduleId] = duration + collectDuration + setupDuration;
    for (const test of testModule.children.allTests()) {
      slowestMs = Math.max(slowestMs, test.diagnostic()?.duration ?? 0);
    }
    if (testModule.state() === 'failed') faults.push(faultOf(testModule));
  }
  faults.push(...unhandledErrors.map(() => 'an error that no test caught'));
  return {
    failed: faults.length > 0,
    ms: Date.now() - startedAt,
    files,
    slowestMs,
    faults: [...faults],
  };
}

/** @param {import('vitest/node').TestModule} testModule */
function faultOf(testModule) {
  const [first] = testModule.children.allTests('failed');
  const errors = first?.result().errors ?? testModule.errors();
  const name = first?.fullName ?? testModule.relativeModuleId;
  return `${name}: ${errors?.[0]?.message.split('\n')[0] ?? ''}`;
}

/**
 * Runs the conformance suite of `@rlm/sandbox` over each backend (`cpython()` if it can start here), then each loop once, with a journal,
 * in whichever runtime runs this file. try.mjs copies it into a project. Ends with 1 if something fails.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';

import { jsonlStore } from '@rlm/journal/jsonl';
import { runResponse } from '@rlm/penguin-engine';
import { runRlm } from '@rlm/runner';
import { testSandbox } from '@rlm/sandbox/conformance';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

/** @type {[title: string, body: () => Promise<unknown>][]} */
const cases = [];
/** @param {string} title @param {() => Promise<unknown>} body */
const it = (title, body) => void cases.push([title, body]);

/** What JSON keeps: what is undefined is absent. @param {unknown} value */
const plain = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** @type {import('@rlm/sandbox/conformance').Tester} */
const tester = {
  describe: (_, body) => body(),
  it: Object.assign(it, { skip: () => undefined }),
  expect: (actual, message) => ({
    toBe: (expected) => strictEqual(actual, expected, message),
    toEqual: (expected) => deepStrictEqual(plain(actual), plain(expected)),
    toContain: (expected) => ok(String(actual).includes(expected), `no ${expected} in ${actual}`),
  }),
};
/** Deno cannot run a session itself (docs/runtimes.md). */
const options = 'Deno' in globalThis ? { node: process.env['RLM_NODE'] } : {};
const sandbox = quickjs(options);
for (const backend of [sandbox, pyodide(options), cpython()]) {
  const probe = await backend.probe();
  const found = probe.ok ? (probe.isolationMissing ?? 'isolated') : probe.reason;
  console.log(`${backend.name}(): ${found}`);
  if (!probe.ok && backend.name === 'cpython') continue;
  testSandbox({ backend, shareSession: true }, tester);
}

it('runRlm', async () => {
  const store = jsonlStore({ folder: 'runs' });
  const model = () => '```js\nFINAL(context.split(" ").length)\n```';
  const journal = await store.create({ runId: 'rlm' });
  const context = 'one two';
  const { result } = runRlm({ model, sandbox, query: 'How many?', context, journal });
  strictEqual((await result).answer, '2');
});
it('runResponse', async () => {
  const store = jsonlStore({ folder: 'runs' });
  const journal = await store.create({ runId: 'response' });
  const { result } = runResponse({ model: () => 'Hello.', prompt: 'Hi.', journal });
  strictEqual((await result).assistantResponse, 'Hello.');
});

let failed = 0;
for (const [title, body] of cases) {
  await body().catch((/** @type {unknown} */ error) => {
    failed += 1;
    console.log(`failed: ${title}: ${String(error).slice(0, 300)}`);
  });
}
console.log(`${cases.length - failed} of ${cases.length} cases pass`);
process.exit(failed === 0 ? 0 : 1);

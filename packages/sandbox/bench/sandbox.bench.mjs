// What a session costs, beside the bare interpreter in this process, and beside `node -e 0`. Needs a build.
//
//   node bench/sandbox.bench.mjs [quickjs] [pyodide] [cpython]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { printRatios } from '@rlm/config/bench';
import { loadPyodide } from 'pyodide';
import { QuickJS } from 'quickjs-wasi';

const times = 50;
const text = 'the quick brown fox '.repeat(500_000);
const calls = {
  javascript: `for (let at = 0; at < ${times}; at += 1) await page(at)`,
  python: `for at in range(${times}):\n    page(at)`,
};
const endless = { javascript: 'while (true) {}', python: 'while True: pass' };
const regex = {
  javascript: 'text.match(/q[a-u]+k/g).length',
  python: "import re; len(re.findall('q[a-u]+k', text))",
};
/** Each interpreter without a session around it: what runs a cell, what calls the host from code, and what sets a variable. */
const bare = { quickjs: bareQuickjs, pyodide: barePyodide, cpython: barePython };

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(bare)) {
  const { [name]: create } = await import(`@rlm/sandbox/${name}`);
  const backend = create();
  const probe = await backend.probe();
  if (probe.ok) await measure(name, backend);
  else console.log(`${name}(): left out (${probe.reason})`);
}
process.exit();

async function measure(name, backend) {
  const plain = await bare[name]();
  const limits = { maxHostCalls: 1_000_000 };
  const session = await backend.open({ functions: { page: () => 1 }, limits });
  const execute = async (code) => {
    const { success, error } = await session.execute(code);
    if (!success) throw new Error(error?.message);
  };
  const often = (work) => async () => {
    for (let time = 0; time < times; time += 1) await work();
  };
  const rows = [
    {
      what: `${name}(): the first answer of a new process`,
      ours: () => start(firstAnswer(name)),
      beside: 'node -e 0',
      plain: () => start('0'),
      rounds: 7,
    },
    {
      what: `${name}(): a session opened, and closed`,
      ours: async () => (await backend.open()).close(),
      beside: 'the interpreter loaded',
      plain: bare[name],
      rounds: 5,
    },
    {
      what: `${name}(): a cell`,
      ours: often(() => execute('1')),
      beside: 'run by the interpreter',
      plain: often(() => plain.run('1')),
      count: times,
    },
    {
      what: `${name}(): an endless cell that may take 50 ms`,
      ours: () => session.execute(endless[session.language], { timeoutMs: 50 }),
      beside: 'a timer of 50 ms',
      plain: () => sleep(50),
      rounds: 5,
    },
    {
      what: `${name}(): a text of 10 MB set`,
      ours: () => session.set('text', text),
      beside: 'the interpreter',
      plain: () => plain.set('text', text),
      rounds: 5,
    },
    {
      what: `${name}(): a regex over these 10 MB`,
      ours: () => execute(regex[session.language]),
      beside: 'the interpreter',
      plain: () => plain.run(regex[session.language]),
      rounds: 5,
    },
  ];
  const code = calls[session.language];
  rows.splice(3, 0, {
    what: `${name}(): a host call`,
    ours: () => execute(code),
    beside: plain.call === undefined ? 'a line to it and back' : 'a call of the interpreter',
    plain: () => (plain.call ?? often(() => plain.run('1')))(code),
    count: times,
  });
  await printRatios(rows);
  await session.close();
  plain.end();
}

/** A new process, until it has ended. To read a machine's certificates takes Node.js longer than all else at its start. */
function start(code) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };
  const args = ['--input-type=module', '-e', code];
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, env });
  if (status !== 0) throw new Error(`a process ended with ${status}`);
}

function firstAnswer(name) {
  return `import { ${name} } from '@rlm/sandbox/${name}';
    const session = await ${name}().open();
    const { stdout } = await session.execute('print(1 + 1)');
    await session.close();
    if (stdout !== '2\\n') process.exitCode = 1;`;
}

async function bareQuickjs() {
  const wasm = await readFile(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')));
  const vm = await QuickJS.create({ wasm });
  const run = (code) => vm.evalCode(code).dispose();
  vm.setProp(
    vm.global,
    'page',
    vm.newFunction('page', () => vm.newNumber(1)),
  );
  return {
    run,
    call: () => run(calls.javascript.replace('await ', '')),
    set: (name, value) => vm.setProp(vm.global, name, vm.newString(value)),
    end: () => vm.dispose(),
  };
}

async function barePyodide() {
  const interpreter = await loadPyodide({ stdout: () => undefined });
  interpreter.globals.set('page', () => 1);
  const run = (code) => interpreter.runPython(code);
  const set = (name, value) => interpreter.globals.set(name, value);
  return { run, call: run, set, end: () => undefined };
}

/** A plain python3 that runs each line that it gets: of its own, it has no way to call the host. */
async function barePython() {
  const loop =
    'import sys, json\nfor line in sys.stdin:\n    exec(json.loads(line), globals())\n    print("done", flush=True)';
  const child = spawn('python3', ['-c', loop], { stdio: ['pipe', 'pipe', 'inherit'] });
  const run = async (code) => {
    const answered = once(child.stdout, 'data');
    child.stdin.write(`${JSON.stringify(code)}\n`);
    await answered;
  };
  await run('1');
  const set = (name, value) => run(`${name} = ${JSON.stringify(value)}`);
  return { run, call: undefined, set, end: () => child.kill() };
}

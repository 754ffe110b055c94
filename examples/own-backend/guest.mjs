// The child: runs in a worker thread, in a context of node:vm. It reads frames of the host, and sends frames to it.
import vm from 'node:vm';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

const say = (frame) => parentPort.postMessage(frame);
const stopped = Symbol('stopped');
/** The calls that wait for an answer of the host, by their number. */
const waiting = new Map();
let calls = 0;
/** The id of the cell that runs. */
let cell;

const print = (...values) => {
  const text = values.map((value) => (typeof value === 'string' ? value : inspect(value)));
  say({ type: 'output', stream: 'stdout', text: `${text.join(' ')}\n` });
};
const final = (kind, value, name) => {
  const json = JSON.stringify(value);
  if (json === undefined) throw new TypeError('An answer must be data.');
  say({ type: 'final', kind, json, ...(name && { name }) });
  throw stopped;
};
const call = (name, args) =>
  new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    say({ type: 'call', call: calls, name, args: JSON.stringify(args) });
    sayWait();
  });
// When nothing more can run until the host answers, the host must know.
const sayWait = () => setImmediate(() => waiting.size > 0 && say({ type: 'wait' }));

const own = {
  print,
  console: { log: print, error: print },
  SHOW_VARS: () =>
    variables()
      .map(([name, value]) => `${name}: ${typeof value}`)
      .join('\n'),
  FINAL: (value) => final('direct', value),
  FINAL_VAR(name) {
    if (typeof name !== 'string') return final('direct', name);
    if (name in scope) return final('variable', scope[name], name);
    throw new ReferenceError(
      `FINAL_VAR referenced variable '${name}' not found in REPL namespace.`,
    );
  },
  SUBMIT: (fields) => final('submit', fields),
  ...Object.fromEntries(workerData.functions.map((name) => [name, (...args) => call(name, args)])),
};
const scope = vm.createContext({ ...own });
const variables = () => Object.entries(scope).filter(([name]) => !(name in own));

const describe = () =>
  JSON.stringify(
    variables()
      .slice(0, 200)
      .map(([name, value]) => {
        const text = typeof value === 'string' ? value : inspect(value);
        return {
          name,
          typeName: typeof value,
          totalLength: text.length,
          preview: text.slice(0, 200),
        };
      }),
  );

/** Declarations at the beginning of a line become variables of the context, which later cells see. */
const keepNames = (code) =>
  code
    .replace(/^(?:const|let|var) +(?=[\w$]+ *=)/gm, '')
    .replace(/^((?:async +)?function) +([\w$]+)/gm, '$2 = $1');

async function execute({ id, code }) {
  cell = id;
  Object.assign(scope, own); // a cell may have overwritten them
  let end = { status: 'ok' };
  try {
    await vm.runInContext(`(async () => {${keepNames(code)}\n})()`, scope, { filename: 'cell.js' });
  } catch (error) {
    const { name = 'Error', message = String(error) } = error ?? {};
    end =
      error === stopped
        ? { status: 'interrupted' }
        : { status: 'error', error: { type: name, message } };
  }
  finish(id, end);
}

function finish(id, end) {
  if (cell !== id) return; // it was stopped
  cell = undefined;
  waiting.clear();
  say({ type: 'done', id, ...end, variables: describe() });
}

parentPort.on('message', (frame) => {
  const reply = (outcome) => say({ type: 'reply', id: frame.id, outcome });
  if (frame.type === 'execute') void execute(frame);
  else if (frame.type === 'stop') finish(cell, { status: 'interrupted' });
  else if (frame.type === 'set-text' || frame.type === 'set-json') {
    scope[frame.name] = 'json' in frame ? JSON.parse(frame.json) : frame.text;
    reply({});
  } else if (frame.type === 'variables') reply({ json: describe() });
  else if (frame.type === 'seed') reply({}); // Math.random is not seeded here
  else if (frame.type === 'get') {
    const json = JSON.stringify(scope[frame.name]);
    const message = `${frame.name} is not defined, or no data`;
    reply(json === undefined ? { error: { type: 'ReferenceError', message } } : { json });
  } else if (frame.type === 'result') {
    const { resolve, reject } = waiting.get(frame.call) ?? {};
    waiting.delete(frame.call);
    if ('json' in frame.outcome) resolve?.(JSON.parse(frame.outcome.json));
    else reject?.(new Error(frame.outcome.error.message));
    sayWait();
  }
});

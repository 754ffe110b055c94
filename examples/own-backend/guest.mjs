// The child: runs in a worker thread, in a context of node:vm. It reads frames of the host, and sends frames to it.
import vm from 'node:vm';
import { inspect, types } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

const say = (frame) => parentPort.postMessage(frame);
const { functions, dialects, acceptsNull, limits } = workerData;
const stopped = Symbol('stopped');
/** The calls that wait for an answer of the host, by their number. */
const waiting = new Map();
let calls = 0;
/** The id of the cell that runs. */
let cell;
/** Whether it has given its answer: the first one counts. */
let hasFinal = false;

const printTo =
  (stream) =>
  (...values) => {
    const text = values.map((value) => (typeof value === 'string' ? value : inspect(value)));
    say({ type: 'output', stream, text: `${text.join(' ')}\n` });
  };
const print = printTo('stdout');

/** A value as data; an error names the place of what is none. */
function plain(value, path = '', depth = 1) {
  const refuse = (what) => {
    throw new TypeError(`${path || 'the value'} is ${what}, which is no data`);
  };
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && !Number.isFinite(value)) return refuse(String(value));
  if (typeof value === 'function' || typeof value === 'symbol') return refuse('a function');
  if (typeof value !== 'object') return value;
  if (depth > limits.maxValueDepth) return refuse('nested too deep, or contains itself');
  if (types.isNativeError(value)) return refuse('an error (pass its message)');
  if (ArrayBuffer.isView(value)) return refuse('bytes');
  if (types.isDate(value)) return value.toJSON();
  if (Array.isArray(value) || types.isSet(value)) {
    return [...value].map((item, index) => plain(item, `${path}[${index}]`, depth + 1));
  }
  const entries = types.isMap(value) ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const place = path === '' ? String(key) : `${path}.${key}`;
      if (typeof key === 'object') throw new TypeError(`${place} has a key that is no text`);
      return [key, plain(item, place, depth + 1)];
    }),
  );
}

const toJson = (value) => {
  const json = JSON.stringify(plain(value));
  if (json.length <= limits.maxValueBytes) return json;
  throw new RangeError(`a value of ${json.length} characters is too large`);
};
const final = (kind, value, name) => {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const answer = keys.length === 1 && keys[0] === 'answer' ? value.answer : value;
  if (answer == null && !acceptsNull) throw new TypeError('null answers nothing: give the answer.');
  const json = toJson(value);
  if (!hasFinal) say({ type: 'final', kind, json, ...(name && { name }) });
  hasFinal = true;
  throw stopped;
};
const call = (name, args) => {
  const json = JSON.stringify(args.map((arg) => plain(arg)));
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    say({ type: 'call', call: calls, name, args: json });
    sayWait();
  });
};
// When nothing more can run until the host answers, the host must know.
const sayWait = () => setImmediate(() => waiting.size > 0 && say({ type: 'wait' }));

const own = {
  print,
  console: { log: print, error: printTo('stderr') },
  SHOW_VARS: () =>
    variables()
      .map(([name, value]) => `${name}: ${typeof value}`)
      .join('\n'),
  FINAL(...values) {
    if (values.length === 1) return final('direct', values[0]);
    throw new TypeError('FINAL needs an answer: FINAL(answer)');
  },
  FINAL_VAR(name) {
    if (typeof name !== 'string' || !/^[\w$]+$/.test(name)) return final('direct', name);
    if (name in scope) return final('variable', scope[name], name);
    throw new ReferenceError(
      `FINAL_VAR referenced variable '${name}' not found in REPL namespace.`,
    );
  },
  SUBMIT(...values) {
    if (values.length === 0) throw new TypeError('SUBMIT needs fields: SUBMIT({ answer })');
    const [value] = values.length === 1 ? values : [values];
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return final('submit', isFields ? value : { answer: value });
  },
  ...Object.fromEntries(functions.map((name) => [name, (...args) => call(name, args)])),
};
if (!dialects.includes('final')) {
  delete own.FINAL;
  delete own.FINAL_VAR;
}
if (!dialects.includes('submit')) delete own.SUBMIT;
const scope = vm.createContext({});
own.HostCallError = vm.runInContext(
  'class HostCallError extends Error { get name() { return "HostCallError"; } } HostCallError',
  scope,
);
/** The variables that the host set and cells cannot lose. */
const reserved = {};
const variables = () =>
  Object.entries(scope).filter(([name]) => !(name in own) && name !== 'answer');

/** The variable `answer` of its dialect. One that is ready is given once, when its cell ends. */
function putAnswer() {
  const isThere = typeof scope.answer === 'object' && scope.answer !== null;
  if (dialects.includes('answer') && !isThere) scope.answer = { content: '', ready: false };
}
function readAnswer() {
  const { content, ready } = (dialects.includes('answer') && scope.answer) || {};
  if (ready !== true || content === '' || hasFinal) return;
  scope.answer.ready = false;
  try {
    say({ type: 'final', kind: 'direct', json: toJson(content) });
  } catch {
    print('answer.content is no data');
  }
}

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
  hasFinal = false;
  Object.assign(scope, own, reserved); // a cell may have overwritten them
  putAnswer();
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
  readAnswer();
  cell = undefined;
  waiting.clear();
  say({ type: 'done', id, ...end, variables: describe() });
}

parentPort.on('message', (frame) => {
  const reply = (outcome) => say({ type: 'reply', id: frame.id, outcome });
  if (frame.type === 'execute') void execute(frame);
  else if (frame.type === 'stop') {
    // A cell that gave its answer may have ended already.
    if (cell !== undefined) finish(cell, { status: 'interrupted' });
  } else if (frame.type === 'set-text' || frame.type === 'set-json') {
    const value = 'json' in frame ? JSON.parse(frame.json) : frame.text;
    scope[frame.name] = value;
    delete reserved[frame.name];
    if (frame.isReserved) reserved[frame.name] = value;
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
    else reject?.(new own.HostCallError(frame.outcome.error.message));
    sayWait();
  }
});

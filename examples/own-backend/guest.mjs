// The child: runs in a worker thread, in a context of node:vm. It reads frames of the host, and sends frames to it.
import vm from 'node:vm';
import { inspect, types } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

const { functions, dialects, acceptsNull, limits, seed } = workerData;
const say = (frame) => parentPort.postMessage(frame);
const stopped = Symbol('stopped');
/** The calls that wait for an answer of the host, by their number. */
const waiting = new Map();
let calls = 0;
/** The id of the cell that runs. */
let cell;
/** Whether it has given its answer: the first one counts. */
let hasFinal = false;
/** The lines of each cell, by its name: tracebacks quote them. */
const sources = new Map();
// What a cell left behind is no fault of the worker.
process.on('unhandledRejection', () => undefined);

/** A value as the language writes it. */
function show(value, above = []) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (above.includes(value)) return '[Circular]';
  const inner = (item) => show(item, [...above, value]);
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  const isPlain = Object.prototype.toString.call(value) === '[object Object]';
  if (!isPlain || value.constructor?.name !== 'Object') return inspect(value);
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${inner(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** The head and the tail of a long text. */
function cut(text) {
  if (text.length <= 4_000) return text;
  const left = (text.length - 4_000).toLocaleString('en-US');
  return `${text.slice(0, 2_000)}\n... (${left} characters left out) ...\n${text.slice(-2_000)}`;
}

const printTo =
  (stream) =>
  (...values) => {
    const text = values.map((value) => (typeof value === 'string' ? value : show(value)));
    say({ type: 'output', stream, text: `${text.join(' ')}\n` });
  };
const print = printTo('stdout');

/** A value as data; an error names the place of what is none. */
function plain(value, path, depth = 1) {
  const refuse = (what) => {
    throw new TypeError(`${path || 'the value'} is ${what}`);
  };
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && !Number.isFinite(value))
    return refuse(`${value}, which JSON cannot hold: Number.isFinite finds it`);
  if (typeof value === 'function' || typeof value === 'symbol') return refuse('a function');
  if (typeof value !== 'object') return value;
  if (depth > limits.maxValueDepth) return refuse('nested too deep, or contains itself');
  if (types.isNativeError(value)) return refuse('an error: pass its text, String(error)');
  if (ArrayBuffer.isView(value)) return refuse('bytes');
  if (types.isDate(value)) return value.toJSON();
  if (Array.isArray(value) || types.isSet(value)) {
    return [...value].map((item, index) => plain(item, `${path}[${index}]`, depth + 1));
  }
  const entries = types.isMap(value) ? [...value] : Object.entries(value);
  if (entries.some(([key]) => typeof key === 'object')) refuse('a map with a key that is no text');
  return Object.fromEntries(
    entries
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, plain(item, path === '' ? key : `${path}.${key}`, depth + 1)]),
  );
}

const toJson = (value, path) => {
  const json = JSON.stringify(plain(value, path));
  if (json.length <= limits.maxValueBytes) return json;
  throw new RangeError(`a value of ${json.length} characters is too large`);
};

const final = (kind, value, name) => {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const isAlone = keys.length === 1 && keys[0] === 'answer';
  const answer = isAlone ? value.answer : value;
  if (answer == null && !acceptsNull) throw new TypeError('null answers nothing: give the answer.');
  const json = toJson(isAlone ? { answer: answer ?? null } : value, name ?? 'answer');
  if (!hasFinal) say({ type: 'final', kind, json, ...(name && { name }) });
  hasFinal = true;
  throw stopped;
};
const call = (name, args) => {
  const json = JSON.stringify(args.map((arg) => plain(arg, '')));
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    say({ type: 'call', call: calls, name, args: json });
    sayWait();
  });
};
let isWaitDue = false;
/** When nothing more can run until the host answers, the host must know: once, since it answers then. */
function sayWait() {
  if (isWaitDue) return;
  isWaitDue = true;
  setImmediate(() => {
    isWaitDue = false;
    if (waiting.size > 0) say({ type: 'wait' });
  });
}

const finals = {
  FINAL(...values) {
    if (values.length === 1) return final('direct', values[0]);
    throw new TypeError(`FINAL needs an answer: FINAL(answer); it got ${values.length}`);
  },
  FINAL_VAR(name) {
    if (typeof name !== 'string' || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
      return final('direct', name);
    if (variables().some(([known]) => known === name)) return final('variable', scope[name], name);
    const isNear = (known) => known.slice(0, 3) === name.slice(0, 3);
    const known = variables()
      .map(([each]) => each)
      .filter((each) => !each.startsWith('_'))
      .sort((one, other) => isNear(other) - isNear(one))
      .slice(0, 20);
    throw new ReferenceError(
      `FINAL_VAR referenced variable '${name}' not found in REPL namespace. Available variables: [${known.map((each) => `'${each}'`).join(', ')}]`,
    );
  },
};
const submit = {
  SUBMIT(...values) {
    if (values.length === 0) throw new TypeError('SUBMIT needs fields: SUBMIT({ answer })');
    const [value] = values.length === 1 ? values : [values];
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return final('submit', isFields ? value : { answer: value });
  },
};

const scope = vm.createContext({});
/** The names of the host, which each cell finds as they are. */
const own = {
  print,
  console: { log: print, error: printTo('stderr') },
  HostCallError: vm.runInContext(
    'class HostCallError extends Error { get name() { return "HostCallError"; } } HostCallError',
    scope,
  ),
  SHOW_VARS: () =>
    variables()
      .map(([name, value]) => `${name}: ${typeof value}`)
      .join('\n'),
  ...(dialects.includes('final') && finals),
  ...(dialects.includes('submit') && submit),
  ...Object.fromEntries(functions.map((name) => [name, (...args) => call(name, args)])),
};
/** Makes data that is the context's own. */
const parse = vm.runInContext('JSON.parse', scope);
/** The variables that the host set and cells cannot lose. */
const reserved = new Map();
const taken = new Set([...Object.keys(own), 'answer', 'Date']);
const variables = () => Object.entries(scope).filter(([name]) => !taken.has(name));

/** The clock of the cells, and their random numbers. */
let nowMs = Date.now();
const clock = vm.runInContext(
  '(now) => { const Real = Date; globalThis.Date = class Date extends Real { constructor(...args) { if (args.length > 0) super(...args); else super(now()); } static now() { return now(); } }; }',
  scope,
);
clock(() => nowMs);
function plant(text) {
  let state = [...text].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) | 0, 7);
  vm.runInContext(
    '(random) => { Math.random = random; }',
    scope,
  )(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  });
}
plant(seed);

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
    say({ type: 'final', kind: 'direct', json: toJson(content, 'answer.content') });
  } catch {
    print('answer.content is no data');
  }
}

/** The user's variables; with the values of short ones at the end of a cell. */
function describe(withValues = false) {
  let room = 65_536;
  const jsonOf = (value) => {
    try {
      const json = JSON.stringify(plain(value, ''));
      if (!withValues || json.length > 2_048 || json.length > room) return {};
      room -= json.length;
      return { json };
    } catch {
      return {};
    }
  };
  const all = variables().slice(0, 200);
  return JSON.stringify(
    all.map(([name, value]) => {
      const text = typeof value === 'string' ? value : show(value);
      const items = Array.isArray(value) ? value.length : (value?.size ?? undefined);
      const preview = text.slice(0, 200);
      const facts = { name, typeName: typeof value, totalLength: text.length, preview };
      return { ...facts, ...(typeof items === 'number' && { items }), ...jsonOf(value) };
    }),
  );
}

const name = String.raw`([\p{ID_Start}$_][\p{ID_Continue}$]*)`;
/** Declarations at the beginning of a line become variables of the context, which later cells see. */
function keepNames(code, isAsync) {
  const classes = code.replace(new RegExp(`^class +${name}`, 'gmu'), 'var $1 = class $1');
  if (!isAsync) return classes.replace(/^(?:const|let) /gm, 'var ');
  return classes
    .replace(/^(?:const|let|var) +([[{][^=\n]*[\]}]) *= *(.+?);?$/gm, ';($1 = $2);')
    .replace(new RegExp(`^(?:const|let|var) +(?=${name} *=)`, 'gmu'), '')
    .replace(new RegExp(`^((?:async +)?function) +${name}`, 'gmu'), '$2 = $1');
}

/** Compiles a cell: what it does, and then its last expression, if it ends with one. @throws SyntaxError */
function compile(code, filename) {
  const isAsync = /\bawait\b/.test(code);
  const whole = (text) => {
    const kept = keepNames(text, isAsync);
    return new vm.Script(isAsync ? `(async () => {${kept}\n})()` : kept, { filename });
  };
  const last = (text, lineOffset) =>
    new vm.Script(isAsync ? `(async () => (${text}\n))()` : `(${text}\n)`, {
      filename,
      lineOffset,
    });
  if (/^return\b/m.test(code)) {
    const way = dialects.includes('final') ? 'FINAL(value)' : 'answer.ready = true';
    throw new SyntaxError(`return is for functions: finish with ${way}`);
  }
  const script = whole(code);
  const lines = code.replace(/(?:\s|^\s*\/\/.*$)+$/m, '').split('\n');
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const tail = lines.slice(at).join('\n').trim().replace(/;$/, '');
    const goesOn = at > 0 && /^[-+*/%.,?:&|<>=([`]/.test(tail);
    if (goesOn || /^(?:[{}]|function|class|async function|[\w$.]+ *=[^=>])/.test(tail)) continue;
    try {
      return [whole(lines.slice(0, at).join('\n')), last(tail, at), tail];
    } catch {
      // It begins further up, or there is none.
    }
  }
  return [script];
}

/** The lines of cells in the stack of an error. */
function tracebackOf(error) {
  const places = [...String(error?.stack).matchAll(/cell (\d+):(\d+)/g)];
  return places
    .map(([, of, line]) => `cell ${of}, line ${line}: ${sources.get(of)?.[line - 1] ?? ''}`)
    .join('\n');
}

function errorOf(error) {
  try {
    const { name: type = 'Error', message = String(error) } = error ?? {};
    return { type: String(type), message: String(message), traceback: tracebackOf(error) };
  } catch {
    return { type: 'Error', message: 'an error that cannot be read' };
  }
}

async function run(id, scripts, tail = '') {
  const [script, last] = scripts;
  await script.runInContext(scope);
  const value = last && (await last.runInContext(scope));
  if (value === undefined) return { status: 'ok' };
  const isText = typeof value === 'string';
  if (isText && tail.startsWith('SHOW_VARS(')) return { status: 'ok', value: cut(value) };
  return { status: 'ok', value: isText ? JSON.stringify(cut(value)) : cut(show(value)) };
}

async function execute({ id, cell: number, code, nowMs: time }) {
  cell = id;
  hasFinal = false;
  nowMs = time;
  sources.set(String(number), code.split('\n'));
  Object.assign(scope, own, Object.fromEntries(reserved)); // a cell may have overwritten them
  putAnswer();
  let scripts;
  try {
    scripts = compile(code, `cell ${number}`);
  } catch (error) {
    finish(id, { status: 'unread', error: errorOf(error) });
    return;
  }
  let end;
  try {
    end = await run(id, scripts, scripts[2]);
  } catch (error) {
    end =
      error === stopped ? { status: 'interrupted' } : { status: 'error', error: errorOf(error) };
  }
  // What it did not await may still give its answer.
  await new Promise((resolve) => setImmediate(resolve));
  finish(id, hasFinal ? { status: 'interrupted' } : end);
}

function finish(id, end) {
  if (cell !== id) return; // it was stopped
  readAnswer();
  cell = undefined;
  waiting.clear();
  const findings = [
    ...[...reserved]
      .filter(([name, value]) => scope[name] !== value)
      .map(([name]) => ['data', name]),
    ...Object.keys(own)
      .filter((name) => scope[name] !== own[name])
      .map((name) => ['function', name]),
  ].map(([what, name]) => ({ code: `${what}_restored`, name, line: 0, isCertain: false }));
  const told = findings.length > 0 && { findings: JSON.stringify(findings.slice(0, 8)) };
  say({ type: 'done', id, ...end, ...told, variables: describe(true) });
}

parentPort.on('message', (frame) => {
  const reply = (outcome) => say({ type: 'reply', id: frame.id, outcome });
  if (frame.type === 'execute') void execute(frame);
  else if (frame.type === 'stop') {
    // A cell that gave its answer may have ended already.
    if (cell !== undefined) finish(cell, { status: 'interrupted' });
  } else if (frame.type === 'set-text' || frame.type === 'set-json') {
    const value = 'json' in frame ? parse(frame.json) : frame.text;
    scope[frame.name] = value;
    if (frame.isReserved) reserved.set(frame.name, value);
    else reserved.delete(frame.name);
    reply({});
  } else if (frame.type === 'variables') reply({ json: describe() });
  else if (frame.type === 'get') {
    const json = JSON.stringify(scope[frame.name]);
    const message = `${frame.name} is not defined, or no data`;
    reply(json === undefined ? { error: { type: 'ReferenceError', message } } : { json });
  } else if (frame.type === 'result') {
    const { resolve, reject } = waiting.get(frame.call) ?? {};
    waiting.delete(frame.call);
    if ('json' in frame.outcome) resolve?.(parse(frame.outcome.json));
    else reject?.(new own.HostCallError(frame.outcome.error.message));
    sayWait();
  }
});

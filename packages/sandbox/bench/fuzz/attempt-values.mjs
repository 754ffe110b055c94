import { Problem, within } from './host-watch.mjs';
import { asJson, depthOf, findDifference } from './same-data.mjs';
import { isTypedError } from './typed-error.mjs';
import { makeValue } from './values.mjs';

const hangMs = 60_000;
const limits = {
  maxValueBytes: 1_000_000,
  maxValueDepth: 100,
  cellMs: 30_000,
  callTimeoutMs: 30_000,
};
const cells = {
  python: {
    echo: 'y = echo(x)',
    take: 'y = give()',
    final: 'FINAL(x)',
    variable: 'FINAL_VAR("x")',
  },
  javascript: {
    echo: 'var y = await echo(x)',
    take: 'var y = await give()',
    final: 'FINAL(x)',
    variable: 'FINAL_VAR("x")',
  },
};

/** Random values on every way between host and guest: what comes back is what went in, or a typed refusal. */
export const valueAttempts = {
  name: 'values',
  share: 1,
  prepare: () => ({}),
  make: (random) => Array.from({ length: 8 }, () => makeValue(random)),
  run: runValues,
  show: (values) => values.map(describe).join('\n'),
};

async function runValues(values, { backend, open, count }) {
  let given;
  let seen;
  const functions = {
    give: () => given,
    echo: (value) => {
      seen = value;
      return value;
    },
  };
  const session = await open({ functions, limits });
  const run = (code) => within(hangMs, session.execute(code), 'a cell');
  const code = cells[backend.language];
  try {
    for (const value of values) {
      const expected = asJson(value);
      const fits = expected !== undefined && isWithinLimits(expected);
      const isSet = await accept(() => session.set('x', value));
      count(isSet ? 'value passed' : 'value refused');
      // What the host itself assigns is bounded in depth alone.
      if (isSet !== (expected !== undefined && isShallow(expected))) {
        throw new Problem(`set ${isSet ? 'took' : 'refused'} ${describe(value)}`);
      }
      // What a host function gives is awaited, as every language's promises are.
      given = typeof value?.then === 'function' ? JSON.parse(JSON.stringify(value)) : value;
      const taken = await run(code.take);
      if ((taken.outcome === 'ok') !== fits) {
        throw new Problem(`a host call gave ${taken.outcome} for ${describe(value)}`);
      }
      if (!isSet || !fits) continue;
      compare(expected.data, await session.get('x'), 'set, get');
      compare(expected.data, await session.get('y'), 'host result, get');
      seen = undefined;
      const echoed = await run(code.echo);
      if (echoed.outcome !== 'ok') {
        // An argument is one level deeper than its value.
        if (depthOf(expected.data) < limits.maxValueDepth) {
          throw new Problem(`an argument was refused: ${echoed.error?.message}`);
        }
        count('argument refused');
      } else {
        compare(expected.data, seen, 'argument');
        compare(expected.data, await session.get('y'), 'argument, host, result, get');
      }
      for (const way of [code.final, code.variable]) {
        const ended = await run(way);
        if (ended.outcome !== 'final') throw new Problem(`${way}: ${ended.error?.message}`);
        compare(expected.data, ended.finalOutput.answer, way);
      }
    }
  } finally {
    await within(hangMs, session.close(), 'close');
  }
}

async function accept(task) {
  try {
    await within(hangMs, task(), 'set');
    return true;
  } catch (error) {
    if (!isTypedError(error)) throw new Problem(`not a typed error: ${error}`);
    return false;
  }
}

function isShallow({ data }) {
  return depthOf(data) <= limits.maxValueDepth;
}

function isWithinLimits(value) {
  return isShallow(value) && Buffer.byteLength(value.text) <= limits.maxValueBytes;
}

function compare(expected, actual, way) {
  const path = findDifference(expected, actual);
  if (path === undefined) return;
  throw new Problem(
    `${way}: ${path} differs: ${describe(expected)} came back as ${describe(actual)}`,
  );
}

function describe(value) {
  let text;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch (error) {
    text = `(no JSON: ${error})`;
  }
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text;
}

import { spawnSync } from 'node:child_process';
import vm from 'node:vm';

import { cells, makeText, roundsOf, sizes } from './texts.mjs';
import { time } from './timing.mjs';

const code = cells.javascript;

/** `node:vm` on the main thread: no wall, V8's own speed. */
export async function measureNodeVm() {
  const rows = {
    cold: await time(() => {
      spawnSync(process.execPath, ['-e', 'require("node:vm").runInNewContext("1")']);
    }),
    warm: await time(() => {
      vm.runInNewContext('1');
    }),
  };
  const context = vm.createContext({});
  rows.cell = await time(() => {
    vm.runInContext(code.trivial, context);
  }, 250);
  for (const megabytes of sizes) {
    const text = makeText(megabytes);
    rows[`set${megabytes}`] = await time(() => {
      context.context = text;
    }, 3);
    for (const work of ['regex', 'split']) {
      const task = () => vm.runInContext(code[work], context);
      rows[`${work}${megabytes}`] = await time(task, roundsOf(megabytes));
    }
  }
  return rows;
}

/** `isolated-vm`, where somebody has installed it; it is no dependency. */
export async function measureIsolatedVm() {
  const optional = 'isolated-vm';
  const module = await import(optional).catch(() => undefined);
  if (module === undefined) return undefined;
  const { default: ivm } = module;
  const open = async () => {
    const isolate = new ivm.Isolate({ memoryLimit: 1024 });
    return { isolate, context: await isolate.createContext() };
  };
  const rows = {
    warm: await time(async () => {
      const { isolate, context } = await open();
      await context.eval('1');
      isolate.dispose();
    }),
  };
  const { isolate, context } = await open();
  rows.cell = await time(() => context.eval(code.trivial), 250);
  for (const megabytes of sizes) {
    const text = makeText(megabytes);
    const set = () => context.global.set('context', text);
    rows[`set${megabytes}`] = await time(set, roundsOf(megabytes));
    for (const work of ['regex', 'split']) {
      const task = () => context.eval(`{ ${code[work]} }; 0`);
      rows[`${work}${megabytes}`] = await time(task, roundsOf(megabytes));
    }
  }
  isolate.dispose();
  return rows;
}

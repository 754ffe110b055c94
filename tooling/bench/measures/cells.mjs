import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { rowOf, timed } from '../rounds.mjs';

const [rounds, batch] = [30, 50];
const echo =
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", (value) => parentPort.postMessage(value));';

/** A cell, and a host call, beside a message to a worker and back. */
export async function measure() {
  const worker = new Worker(echo, { eval: true });
  const trip = async () => {
    const answered = once(worker, 'message');
    worker.postMessage('{"type":"execute"}');
    await answered;
  };
  const rows = [];
  for (const [name, open, calls] of /** @type {const} */ ([
    ['quickjs', quickjs, `for (let at = 0; at < ${batch}; at += 1) await page(at)`],
    ['pyodide', pyodide, `for at in range(${batch}):\n    page(at)`],
  ])) {
    const limits = { maxHostCalls: 1_000_000 };
    const session = await open().open({ functions: { page: () => 1 }, limits });
    const execute = async (/** @type {string} */ code) => {
      const { success, error } = await session.execute(code);
      if (!success) throw new Error(error?.message);
    };
    const each = async (/** @type {() => Promise<void>} */ work) => {
      for (let time = 0; time < batch; time += 1) await work();
    };
    for (let round = 0; round < 5; round += 1) {
      await each(() => execute('1'));
      await execute(calls);
      await each(trip);
    }
    /** @type {{ cell: number[], call: number[] }} */
    const ratios = { cell: [], call: [] };
    for (let round = 0; round < rounds; round += 1) {
      const message = await timed(() => each(trip));
      ratios.cell.push((await timed(() => each(() => execute('1')))) / message);
      ratios.call.push((await timed(() => execute(calls))) / message);
    }
    await session.close();
    const beside = 'a message to a worker and back';
    rows.push(rowOf({ measure: `a cell of ${name}()`, beside, unit: 'x' }, ratios.cell));
    rows.push(rowOf({ measure: `a host call of ${name}()`, beside, unit: 'x' }, ratios.call));
  }
  await worker.terminate();
  return { rows };
}

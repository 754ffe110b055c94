import { keptSince } from '@rlm/config/promise';

import { openNeighbour } from '../../test/support/neighbour.ts';
import { MeasuredProblem, Problem, watchDelay, watchIntrinsics, within } from './host-watch.mjs';
import { oddFunctions } from './odd-functions.mjs';

const hangMs = 60_000;
const shortLimits = {
  cellMs: 300,
  graceMs: 500,
  callTimeoutMs: 300,
  memoryBytes: 128 * 1024 * 1024,
};

/** Where attempts on a backend are made, with all that is watched meanwhile. */
export async function openStage({ backend, suite, figures }) {
  const checkIntrinsics = watchIntrinsics();
  const delay = watchDelay();
  const rejections = [];
  const onRejection = (reason) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  let neighbour = await openNeighbour(backend);
  let heldFirst;
  /** Does something while the neighbour works, with which nothing may happen: it answers, and nobody is asked twice. */
  const beside = async (task) => {
    let faults = 0;
    const value = await neighbour.beside(task, (found) => (faults += found));
    if (faults > 0) throw new Problem(`another session bore ${faults} faults`);
    return value;
  };
  const prepared = new Map();
  const of = (kind) => {
    if (!prepared.has(kind)) prepared.set(kind, kind.prepare({ backend, suite }));
    return {
      backend,
      beside,
      count: figures.count,
      note: figures.note,
      open: openSession(backend, kind.limits ?? shortLimits),
      ...prepared.get(kind),
    };
  };
  const requireHost = () => {
    const polluted = checkIntrinsics();
    if (polluted !== undefined) throw new Problem(polluted);
    if (rejections.length === 0) return;
    throw new Problem(`an unhandled rejection: ${textOf(rejections.splice(0)[0])}`);
  };
  return {
    of,
    /** What an attempt with this input finds; undefined where that is nothing. */
    async attempt(kind, input) {
      delay.take();
      try {
        await kind.run(input, of(kind));
        await beside(() => undefined);
        requireHost();
        return undefined;
      } catch (error) {
        return error instanceof Problem ? error : new Problem(String(error?.stack ?? error));
      } finally {
        figures.note('delayMs', delay.take());
      }
    },
    /**
     * What is kept while no session is open, in bytes, of the attempts since this was asked first: what is loaded once is
     * loaded by then.
     */
    async keptBytes() {
      await neighbour.close();
      const isFirst = heldFirst === undefined;
      const held = await keptSince(heldFirst ?? 0);
      heldFirst ??= held;
      neighbour = await openNeighbour(backend);
      const kept = isFirst ? 0 : held;
      figures.note('keptMB', kept / 1e6);
      return kept;
    },
    async close() {
      process.off('unhandledRejection', onRejection);
      delay.stop();
      await neighbour.close();
    },
  };
}

/** Opens sessions that are seen to work before they are handed out. */
function openSession(backend, limits) {
  return async (options = {}) => {
    const session = await within(
      hangMs,
      backend.open({
        functions: { ...oddFunctions(), ...options.functions },
        limits: { ...limits, ...options.limits },
      }),
      'open',
    );
    const { stdout, outcome } = await within(hangMs, session.execute('print(1 + 1)'), 'a cell');
    if (stdout === '2\n') return session;
    await session.close();
    // Its time is short, and the machine may stand still for longer.
    const Kind = outcome === 'timeout' ? MeasuredProblem : Problem;
    throw new Kind(`a new session does not work (${outcome})`);
  };
}

function textOf(reason) {
  try {
    return String(reason?.stack ?? reason);
  } catch {
    return typeof reason;
  }
}

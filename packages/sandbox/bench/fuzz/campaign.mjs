import { cellAttempts } from './attempt-cells.mjs';
import { frameAttempts } from './attempt-frames.mjs';
import { valueAttempts } from './attempt-values.mjs';
import { Problem, watchDelay, watchIntrinsics, within } from './host-watch.mjs';
import { createRandom } from './random.mjs';
import { findSmallest } from './smallest.mjs';

const allKinds = [cellAttempts, valueAttempts, frameAttempts];
const limits = {
  cellMs: 300,
  graceMs: 500,
  hostCallMs: 300,
  memoryBytes: 128 * 1024 * 1024,
};

/**
 * Feeds random cells, values and frames to a backend, for some seconds or some attempts of each kind, whichever ends
 * first. Every attempt depends on the seed, its kind and its number only.
 */
export async function runFuzz({
  backend,
  suite,
  seed,
  seconds = Infinity,
  attempts = Infinity,
  kinds = allKinds.map(({ name }) => name),
  first = 0,
  onProblem = () => undefined,
}) {
  const counts = {};
  const count = (what) => (counts[what] = (counts[what] ?? 0) + 1);
  const problems = [];
  const checkIntrinsics = watchIntrinsics();
  const delay = watchDelay();
  let longestDelay = { ms: 0 };
  const neighbour = await backend.open({ functions: hostFunctions(), limits });
  const stage = { backend, count, open: openSession(backend) };
  const lanes = allKinds
    .filter(
      ({ name, languages }) =>
        kinds.includes(name) && (languages ?? [backend.language]).includes(backend.language),
    )
    .map((kind) => ({
      kind,
      next: first,
      spentMs: 0,
      stage: { ...stage, ...kind.prepare({ backend, suite }) },
    }));

  const attempt = async (kind, input, kindStage) => {
    try {
      await kind.run(input, kindStage);
      const polluted = checkIntrinsics();
      if (polluted !== undefined) throw new Problem(polluted);
      const other = await within(60_000, neighbour.execute('print(6 * 7)'), 'another session');
      if (other.stdout !== '42\n') throw new Problem(`another session: ${other.outcome}`);
      return undefined;
    } catch (error) {
      return error instanceof Problem ? error.message : String(error?.stack ?? error);
    }
  };

  const endAt = performance.now() + seconds * 1_000;
  try {
    for (;;) {
      const open = lanes.filter(({ next }) => next < first + attempts);
      if (open.length === 0 || performance.now() >= endAt) break;
      const lane = open.reduce((one, two) => (weight(two) < weight(one) ? two : one));
      const number = lane.next++;
      const startedAt = performance.now();
      const { kind } = lane;
      const input = kind.make(createRandom(seed, kind.name, number), lane.stage);
      delay.take();
      count(kind.name);
      const reason = await attempt(kind, input, lane.stage);
      const delayMs = delay.take();
      if (delayMs > longestDelay.ms) longestDelay = { ms: delayMs, kind: kind.name, number };
      if (reason !== undefined) {
        const quiet = { ...lane.stage, count: () => undefined };
        const smallest = await findSmallest(input, (candidate) => attempt(kind, candidate, quiet));
        const problem = { kind: kind.name, number, reason, smallest: kind.show(smallest) };
        problems.push(problem);
        onProblem(problem);
        if (problems.length >= 10) break;
      }
      lane.spentMs += performance.now() - startedAt;
    }
  } finally {
    await neighbour.close();
    delay.stop();
  }
  return { counts, problems, longestDelay };
}

function weight({ spentMs, kind }) {
  return spentMs / kind.share;
}

/** Opens sessions that are seen to work before they are handed out. */
function openSession(backend) {
  return async (options = {}) => {
    const session = await within(
      60_000,
      backend.open({
        functions: { ...hostFunctions(), ...options.functions },
        limits: { ...limits, ...options.limits },
      }),
      'open',
    );
    const { stdout, outcome } = await within(
      60_000,
      session.execute('print(1 + 1)'),
      'a first cell',
    );
    if (stdout === '2\n') return session;
    await session.close();
    throw new Problem(`a new session does not work (${outcome})`);
  };
}

/** What cells may call: also functions that fail in odd ways, or give what is no data. */
function hostFunctions() {
  let calls = 0;
  const cycle = [];
  cycle.push(cycle);
  const answers = [
    cycle,
    1n,
    () => 1,
    Symbol('s'),
    undefined,
    Object.create(null),
    NaN,
    'x'.repeat(1e5),
  ];
  return {
    llm_query: async (prompt) => `re:${String(prompt).slice(0, 100)}`,
    echo: (value) => value,
    odd: () => {
      const turn = calls++ % (answers.length + 3);
      if (turn < answers.length) return answers[turn];
      if (turn === answers.length) throw Object.create(null);
      if (turn === answers.length + 1) return new Promise(() => undefined);
      return Promise.reject(undefined);
    },
  };
}

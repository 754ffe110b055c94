import { makeFrameCell } from './frames.mjs';
import { Problem, within } from './host-watch.mjs';

const hangMs = 60_000;
const maxRecoveries = 4;
const limits = { cellMs: 500, graceMs: 300, callTimeoutMs: 500, maxValueBytes: 4_000_000 };

/** Frames that Python guests forge on their descriptors: the session may end, its owner notices nothing else. */
export const frameAttempts = {
  name: 'frames',
  share: 1,
  languages: ['python'],
  prepare: () => ({}),
  make: (random) => Array.from({ length: 1 + random.below(3) }, () => makeFrameCell(random)),
  run: runFrames,
  show: (program) => program.join('\n# ---- next cell\n'),
};

async function runFrames(program, { open, count }) {
  const called = [];
  const functions = {
    llm_query: (...args) => called.push(args) && 'an answer',
    echo: (value) => value,
  };
  const session = await open({ functions, limits });
  try {
    for (const code of program) {
      const result = await within(hangMs, session.execute(code), 'a cell');
      count(`frames ${result.outcome}`);
      if (result.outcome === 'aborted') throw new Problem('nobody aborted it');
      await requireRecovery(session);
    }
  } finally {
    await within(hangMs, session.close(), 'close');
  }
}

async function requireRecovery(session) {
  for (let tries = 0; tries < maxRecoveries; tries++) {
    const { stdout } = await within(hangMs, session.execute('print(1 + 1)'), 'the next cell');
    if (stdout === '2\n') return;
  }
  throw new Problem(`the session was not brought back in ${maxRecoveries} cells`);
}

import { corpusOf, makeCell } from './cells.mjs';
import { Problem, within } from './host-watch.mjs';
import { isTypedError } from './typed-error.mjs';

const outcomes = ['ok', 'error', 'final', 'timeout', 'memory'];
/** Backends whose interpreter a cell may end (by recursion, by leaving the process, by what the seal denies). */
const endings = { pyodide: ['crashed', 'violation'], cpython: ['crashed'] };
const hangMs = 60_000;
const maxOutputChars = 20_000;

/** Random programs of some cells, each program in a session of its own. */
export const cellAttempts = {
  name: 'cells',
  share: 2,
  prepare: ({ backend, suite }) => ({ corpus: corpusOf(backend.language, suite) }),
  make: (random, { backend, corpus }) =>
    Array.from({ length: 1 + random.below(6) }, () => makeCell(random, backend.language, corpus)),
  run: runProgram,
  show: (program) => program.join('\n# ---- next cell\n'),
};

async function runProgram(program, { backend, open, count }) {
  const session = await open();
  try {
    for (const code of program) {
      const result = await within(hangMs, session.execute(code), 'a cell');
      requireSoundResult(result, backend.name);
      count(`cell ${result.outcome}`);
      if (result.outcome !== 'ok') count(`session ${result.session}`);
    }
    for (const question of [() => session.variables(), () => session.get('x')]) {
      await within(hangMs, question(), 'a question').catch((error) => {
        if (!isTypedError(error)) throw error;
      });
    }
  } finally {
    await within(hangMs, session.close(), 'close');
  }
}

/**
 * Fails for a result that contradicts itself, or with an outcome that a cell of this backend may not have.
 *
 * @param others What a cell beside others may be besides: `outcomes` of those that end it, `sessions` of those that end its process.
 */
export function requireSoundResult(result, name, others = { outcomes: [], sessions: [] }) {
  const { outcome, success, finalOutput, session, stdout, stderr, error } = result;
  if (![...outcomes, ...(endings[name] ?? []), ...others.outcomes].includes(outcome)) {
    throw new Problem(`the outcome ${outcome} (${error?.message})`);
  }
  if (success !== (outcome === 'ok' || outcome === 'final')) throw new Problem('success is wrong');
  if ((finalOutput !== null) !== (outcome === 'final')) throw new Problem('a final without final');
  if (outcome === 'ok' && !['kept', ...others.sessions].includes(session)) {
    throw new Problem(`ok, but the session ${session}`);
  }
  if (outcome === 'error' && typeof error?.type !== 'string') throw new Problem('no error type');
  for (const text of [stdout, stderr]) {
    const characters = text.length > maxOutputChars ? [...text].length : 0;
    if (characters > maxOutputChars + 200) throw new Problem(`output of ${characters} characters`);
  }
}

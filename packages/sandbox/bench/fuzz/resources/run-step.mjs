import { waitedMs } from '@rlm/config/promise';

import { defaultLimits } from '../../../src/contract/limits.ts';
import { requireSoundResult } from '../attempt-cells.mjs';
import { Problem, within } from '../host-watch.mjs';
import { isTypedError } from '../typed-error.mjs';
import { valueToSet } from './set-values.mjs';

/** A call that has no end by itself may take so long; what has a time or a signal is held to that. */
const hangMs = 90_000;
/** How many characters a result or a list of variables may come to: streams, locals, calls, an error. */
const maxChars = 3_000_000;
/** And its final beside that: a value, for which `maxValueBytes` is the bound. */
const maxFinalChars = defaultLimits.maxValueBytes + 1_000;
const maxNameChars = 400;
/** Another session may end the process: a cell that was running there is run again, and its result says how that came to be. */
const besideOthers = {
  outcomes: ['aborted', 'crashed', 'violation'],
  sessions: ['restored', 'replayed'],
};

/**
 * Takes one step in a session.
 *
 * @param guest The session and what is known of it: `session`, `hostMs()`, `isClosed`.
 * @param queuedMs Time of the calls that the session was asked for before, and that are still under way.
 * @returns By how many milliseconds the call outlived its time or its signal; undefined where it has neither.
 */
export async function runStep(step, guest, queuedMs, { backend, count }) {
  const { given, verb } = step;
  const controller = new AbortController();
  let abortedAt = Infinity;
  const timer = setTimeout(
    () => {
      abortedAt = ranMs();
      controller.abort();
    },
    given.abort ?? 2 ** 30,
  );
  const options = { abortSignal: controller.signal };
  if (given.time > 0) options.timeoutMs = given.time;
  const hostMsBefore = guest.hostMs();
  const startedAt = ranMs();
  try {
    const answer = await within(hangMs, perform[verb](guest, step, options), verb);
    if (verb === 'execute') {
      requireSoundResult(answer, backend.name, besideOthers);
      count(`resources ${answer.outcome}`);
      if (answer.outcome !== 'ok') count(`resources session ${answer.session}`);
    }
    requireBounded(answer, verb);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isOwn = abortedAt < Infinity && error === controller.signal.reason;
    if (!isOwn && !isTypedError(error, ['session_closed', 'unsupported'])) {
      throw new Problem(`${verb} rejected with ${error?.stack ?? String(error)}`);
    }
    count(`resources ${verb} ${isOwn ? 'aborted' : error.code}`);
  } finally {
    clearTimeout(timer);
  }
  const now = ranMs();
  if (verb === 'close') return now - startedAt - (given.after ?? 0);
  if (given.time === undefined) return abortedAt < Infinity ? now - abortedAt : undefined;
  const hostMs = guest.hostMs() - hostMsBefore;
  return now - Math.min(abortedAt, startedAt + queuedMs + given.time + hostMs);
}

/** The time that has passed, without that for which this thread was ready and the machine ran something else. */
function ranMs() {
  return performance.now() - waitedMs();
}

const perform = {
  execute: ({ session }, { code }, options) => session.execute(code, options),
  variables: ({ session }, _step, options) => session.variables(options),
  get: ({ session }, { given }, options) => session.get(given.name ?? 'x', options).then(() => 0),
  set: ({ session }, { given }, options) => {
    const { name, value } = valueToSet(given.value, given.size ?? 1_000);
    return session.set(name, value, options);
  },
  snapshot: async ({ session }) => {
    await session.snapshot?.();
  },
  fork: async ({ session }) => {
    const fork = await session.fork?.();
    await fork?.close();
  },
  close: async ({ session }, { given }) => {
    await new Promise((resolve) => setTimeout(resolve, given.after ?? 0));
    await session.close();
  },
};

/** What a session says goes into prompts: it is bounded, whatever the guest did. */
function requireBounded(answer, verb) {
  if (typeof answer !== 'object' || answer === null) return;
  const { finalOutput, ...said } = answer;
  const characters = charactersOf(said);
  if (characters > maxChars) throw new Problem(`${verb} gave ${characters} characters`);
  if (charactersOf(finalOutput) > maxFinalChars) throw new Problem(`${verb} gave a larger final`);
  if (verb !== 'variables') return;
  const long = answer.find(({ name }) => name.length > maxNameChars);
  if (long !== undefined) throw new Problem(`a name of ${long.name.length} characters`);
}

function charactersOf(value) {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 10;
  return Object.entries(value).reduce(
    (sum, [key, part]) => sum + key.length + charactersOf(part),
    0,
  );
}

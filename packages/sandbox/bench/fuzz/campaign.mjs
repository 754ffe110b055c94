import { maxKeptBytes } from '@rlm/config/promise';

import { cellAttempts } from './attempt-cells.mjs';
import { frameAttempts } from './attempt-frames.mjs';
import { resourceAttempts } from './attempt-resources.mjs';
import { valueAttempts } from './attempt-values.mjs';
import { createFigures } from './figures.mjs';
import { MeasuredProblem } from './host-watch.mjs';
import { createRandom } from './random.mjs';
import { findSmallest } from './smallest.mjs';
import { openStage } from './stage.mjs';

const allKinds = [cellAttempts, valueAttempts, frameAttempts, resourceAttempts];
const maxProblems = 10;
/** After how many attempts it is looked at what they have kept. */
const attemptsBetweenLooks = 10;
/** How often what was measured is tried again before it is a problem. */
const retries = 2;

/**
 * Feeds random cells, values, frames and floods to a backend, for some seconds or some attempts of each kind, whichever
 * ends first. Every attempt depends on the seed, its kind and its number only.
 */
export async function runFuzz({
  backend,
  suite,
  seed,
  seconds = Infinity,
  attempts = Infinity,
  kinds = allKinds.map(({ name }) => name),
  first = {},
  onAttempt = () => undefined,
  onProblem = () => undefined,
}) {
  const figures = createFigures();
  const problems = [];
  const stage = await openStage({ backend, suite, figures });
  const lanes = allKinds
    .filter(({ name }) => kinds.includes(name))
    .filter(({ languages = [backend.language] }) => languages.includes(backend.language))
    .map((kind) => ({ kind, next: first[kind.name] ?? 0, done: 0, spentMs: 0 }));

  const add = (problem) => {
    problems.push(problem);
    onProblem(problem);
  };
  let turns = 0;
  const endAt = performance.now() + seconds * 1_000;
  try {
    while (problems.length < maxProblems && performance.now() < endAt) {
      const open = lanes.filter(({ done }) => done < attempts);
      if (open.length === 0) break;
      const lane = open.reduce((one, two) => (weight(two) < weight(one) ? two : one));
      const number = lane.next++;
      lane.done++;
      const startedAt = performance.now();
      const { kind } = lane;
      const input = kind.make(createRandom(seed, kind.name, number), stage.of(kind));
      figures.begin(kind.name, number);
      onAttempt({ kind: kind.name, number, input, ...figures.all() });
      const found = await stage.attempt(kind, input);
      if (++turns % attemptsBetweenLooks === 0) {
        const kept = await stage.keptBytes();
        const reason = `${kept} bytes are kept after ${turns} attempts`;
        if (kept > maxKeptBytes) add({ kind: kind.name, number, reason, smallest: '' });
      }
      figures.pause();
      if (found !== undefined && (await isThere(found, () => stage.attempt(kind, input)))) {
        const reason = found.message;
        const fails = (candidate) => stage.attempt(kind, candidate);
        const smallest = kind.show(await findSmallest(input, fails));
        add({ kind: kind.name, number, reason, smallest });
      } else if (found !== undefined) {
        figures.pass({ kind: kind.name, number, reason: found.message });
      }
      lane.spentMs += performance.now() - startedAt;
    }
  } finally {
    await stage.close();
  }
  return { ...figures.all(), problems };
}

/** Makes one attempt with an input that stands there; says what it found. */
export async function runInput({ backend, suite, kind: name, input }) {
  const stage = await openStage({ backend, suite, figures: createFigures() });
  try {
    const kind = allKinds.find((each) => each.name === name);
    return (await stage.attempt(kind, input))?.message;
  } finally {
    await stage.close();
  }
}

async function isThere(found, again) {
  if (!(found instanceof MeasuredProblem)) return true;
  for (let retry = 0; retry < retries; retry++) {
    if ((await again()) !== undefined) return true;
  }
  return false;
}

function weight({ spentMs, kind }) {
  return spentMs / kind.share;
}

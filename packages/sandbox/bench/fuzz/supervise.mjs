import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { findSmallest } from './smallest.mjs';

/** The program of a host, to be bundled by `bundleHost`. */
export const fuzzHostSource = `import { serveFuzz } from '../../bench/fuzz/host.mjs';
await serveFuzz();`;

/** An attempt, with what is tried again in it, that says nothing for so long has stopped its host. */
const silentMs = 420_000;

/**
 * Runs a campaign in a host of its own (`host.mjs`, bundled), which may end: that is then a problem of the attempt that had
 * begun, and another host goes on after it.
 */
export async function superviseFuzz({ file, onProblem = () => undefined, ...job }) {
  const total = { counts: {}, worst: {}, once: [], problems: [] };
  const endAt = performance.now() + (job.seconds ?? Infinity) * 1_000;
  const first = { ...job.first };
  const add = (problem) => {
    total.problems.push(problem);
    onProblem(problem);
  };
  for (;;) {
    const seconds = (endAt - performance.now()) / 1_000;
    let begun;
    let figures;
    const ended = await runHost(file, { ...job, seconds, first }, (event) => {
      if (event.type === 'left out') total.leftOut = event.reason;
      if (event.type === 'problem') add(event.problem);
      if (event.counts !== undefined) figures = event;
      if (event.type === 'attempt') {
        begun = event;
        first[event.kind] = event.number + 1;
      }
    });
    if (figures !== undefined) merge(total, figures);
    if (ended === undefined) return total;
    if (begun === undefined) throw new Error(`the host did not begin: ${ended}`);
    const { kind, number, input } = begun;
    const fails = (candidate) => runHost(file, { ...job, kind, input: candidate }, () => undefined);
    const smallest = await findSmallest(input, fails, { tries: 20, seconds: 300 });
    add({ kind, number, reason: `the host ended: ${ended}`, smallest: smallest.join('\n---\n') });
    if (job.attempts !== undefined || total.problems.length >= 10) return total;
  }
}

/** Runs a host to its end; says how it ended, where that is not well. */
function runHost(file, job, onEvent) {
  const child = spawn(process.execPath, [file, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: import.meta.dirname,
  });
  let said = '';
  let silence;
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      said += `silent for ${silentMs} ms`;
      child.kill('SIGKILL');
    }, silentMs);
  };
  watch();
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-1_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    watch();
    if (line.startsWith('{')) onEvent(JSON.parse(line));
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      resolve(code === 0 ? undefined : `${signal ?? code} ${said}`);
    });
  });
}

function merge(total, { counts, worst, once }) {
  for (const [what, times] of Object.entries(counts)) {
    total.counts[what] = (total.counts[what] ?? 0) + times;
  }
  for (const [what, figure] of Object.entries(worst)) {
    if (!(total.worst[what]?.value >= figure.value)) total.worst[what] = figure;
  }
  total.once.push(...once);
}

import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a run of tests came to.
 *
 * @typedef {{ failed: boolean, ms: number, files: Record<string, number>, slowestMs: number, faults: string[], error?: string }} Answer
 */

/** A process that runs tests over changed sources, started again when it had to be ended. */
export class TestRunner {
  #folder;
  #bail;
  #environment;
  #testTimeoutMs;
  /** @type {Promise<import('node:child_process').ChildProcess> | undefined} */
  #child;

  /** @param {string} folder @param {{ bail?: number, testTimeoutMs?: number, environment?: Record<string, string> }} [options] */
  constructor(folder, { bail = 1, testTimeoutMs = 600_000, environment = {} } = {}) {
    this.#folder = folder;
    this.#bail = bail;
    this.#environment = environment;
    this.#testTimeoutMs = testTimeoutMs;
  }

  /**
   * Runs test files over sources; undefined where that took longer than `maxMs`.
   *
   * @param {Record<string, string>} sources
   * @param {readonly string[]} tests
   * @param {number} maxMs
   * @returns {Promise<Answer | undefined>}
   */
  async run(sources, tests, maxMs) {
    this.#child ??= this.#start();
    const child = await this.#child;
    child.send({ sources, tests });
    const answer = /** @type {Answer | undefined} */ (await answerOf(child, maxMs));
    if (answer === undefined) this.#end(child);
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  async close() {
    if (this.#child !== undefined) this.#end(await this.#child);
  }

  async #start() {
    const program = fileURLToPath(new URL('runner.js', import.meta.url));
    const child = fork(program, [this.#folder, String(this.#bail), String(this.#testTimeoutMs)], {
      cwd: this.#folder,
      env: { ...process.env, ...this.#environment, NODE_ENV: 'test' },
      // A group of its own, so that its workers end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if ((await answerOf(child, 120_000)) === undefined) {
      this.#end(child);
      throw new Error('The test runner did not start within two minutes.');
    }
    return child;
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #end(child) {
    this.#child = undefined;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/**
 * The next message of a process; undefined where it has none in time, or ends.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} maxMs
 * @returns {Promise<unknown>}
 */
function answerOf(child, maxMs) {
  return new Promise((resolve) => {
    const settle = (/** @type {unknown} */ message) => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', end);
      resolve(message);
    };
    const end = () => {
      settle(undefined);
    };
    const timer = setTimeout(end, maxMs);
    child.once('message', settle);
    child.once('exit', end);
  });
}

/**
 * Which test files run which pieces of code, and how long each takes. Throws where a test fails: then no mutant can be judged.
 *
 * @param {string} folder
 * @param {Record<string, string>} sources With their probes.
 * @param {readonly string[]} tests
 */
export async function findCoverage(folder, sources, tests) {
  const temporary = mkdtempSync(join(tmpdir(), 'rlm-mutation-'));
  const file = join(temporary, 'hits');
  const runner = new TestRunner(folder, { bail: 0, environment: { RLM_MUTATION_HITS: file } });
  try {
    const answer = await runner.run(sources, tests, 1_800_000);
    if (answer === undefined) throw new Error('The tests did not end within half an hour.');
    if (answer.failed) throw new Error(`Tests fail without a change:\n${answer.faults.join('\n')}`);
    /** @type {Map<number, Set<string>>} */
    const filesOf = new Map();
    /** @type {Set<number>} */
    const atLoad = new Set();
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const { file: test, phase, hits } = JSON.parse(line);
      for (const probe of hits) {
        if (phase === 'load') atLoad.add(probe);
        const files = filesOf.get(probe) ?? new Set();
        filesOf.set(probe, files.add(test));
      }
    }
    return { filesOf, atLoad, msOf: answer.files, slowestMs: answer.slowestMs };
  } finally {
    await runner.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

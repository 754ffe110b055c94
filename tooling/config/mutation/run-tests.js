import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process that runs tests over changed sources, started again when it had to be ended. */
export class Runner {
  #folder;
  #hits = mkdtempSync(join(tmpdir(), 'rlm-mutation-'));
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * Runs test files over sources; undefined if they did not end within `maxMs`.
   *
   * @param {Record<string, string>} sources @param {readonly string[]} tests @param {number} maxMs
   * @returns {Promise<import('./runner.js').Answer | undefined>}
   */
  async run(sources, tests, maxMs) {
    this.#child ??= this.#start();
    const signal = AbortSignal.timeout(Math.ceil(maxMs));
    const answered = once(this.#child, 'message', { signal }).catch(() => []);
    this.#child.send({ sources, tests });
    const [answer] = await answered;
    if (answer === undefined) this.#kill();
    return answer;
  }

  #start() {
    const child = fork(fileURLToPath(new URL('runner.js', import.meta.url)), {
      cwd: this.#folder,
      env: { ...process.env, RLM_MUTATION_HITS: join(this.#hits, 'hits'), NODE_ENV: 'test' },
      // A group of its own, so that its workers end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // If it ends by itself, there is no answer.
    return child.once('exit', () => child.emit('message', undefined));
  }

  /** Which test files run which blocks. */
  readHits() {
    /** @type {Map<string, Set<string>>} */
    const testsOf = new Map();
    for (const line of readFileSync(join(this.#hits, 'hits'), 'utf8').trim().split('\n')) {
      const { by, blocks } = JSON.parse(line);
      for (const block of blocks) testsOf.set(block, (testsOf.get(block) ?? new Set()).add(by));
    }
    return testsOf;
  }

  close() {
    if (this.#child !== undefined) this.#kill();
    rmSync(this.#hits, { recursive: true, force: true });
  }

  #kill() {
    try {
      process.kill(-Number(this.#child?.pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
    this.#child = undefined;
  }
}

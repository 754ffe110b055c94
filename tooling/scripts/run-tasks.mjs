import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { showProgress } from './progress.mjs';
import { commandOptions, workspace } from './run.mjs';

/**
 * One task of one package.
 *
 * @typedef {{ id: string, label: string, logFile: string }} Task
 */

/**
 * Runs tasks in all packages and shows how far they are. The log of a task that fails is printed when it
 * ends. Turbo tells only when a task has ended; that one is under way shows in the log that it writes.
 *
 * @param {readonly string[]} names
 * @returns {Promise<string[]>} What was to run, whether it did or not: turbo may be stopped on the way.
 */
export async function runTasks(names) {
  const tasks = planOf(names);
  const startedAt = Date.now();
  /** @type {Set<string>} */
  const ended = new Set();
  const progress = showProgress(tasks.length, () =>
    tasks
      .filter((task) => !ended.has(task.id) && isUnderWay(task, startedAt))
      .map(({ label }) => label),
  );
  const turbo = spawn(
    'turbo',
    [
      'run',
      ...names,
      '--continue',
      '--summarize',
      '--log-order=grouped',
      '--output-logs=hash-only',
    ],
    { ...commandOptions, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const verdicts = createVerdicts((id, event) => {
    const task = tasks.find((other) => other.id === id);
    if (task === undefined) return;
    ended.add(id);
    progress.ended(task.label, event);
    if (event === 'failed') progress.print(`\n${readFileSync(task.logFile, 'utf8')}`);
  });

  /** @param {string} line */
  function read(line) {
    const told = readTurboLine(line);
    if (told !== null) verdicts.take(told.id, told.event);
  }

  await Promise.all(
    [turbo.stdout, turbo.stderr].map(async (stream) => {
      for await (const line of createInterface({ input: stream })) read(line);
    }),
  );
  verdicts.close();
  progress.close();
  return tasks.map(({ id }) => id);
}

/**
 * Tells once how a task has ended. Turbo says at the same time, but on two streams, that a task has ended and that it failed,
 * so that the one waits for the other.
 *
 * @param {(id: string, event: 'done' | 'cached' | 'failed') => void} tell
 * @param {number} [waitMs]
 */
export function createVerdicts(tell, waitMs = 250) {
  /** @type {Map<string, NodeJS.Timeout | null>} Tasks that are told of (null), or that wait. */
  const tasks = new Map();

  /** @param {string} id @param {'done' | 'cached' | 'failed'} event */
  function settle(id, event) {
    const waiting = tasks.get(id);
    if (waiting === null) return;
    clearTimeout(waiting);
    tasks.set(id, null);
    tell(id, event);
  }

  return {
    /** @param {string} id @param {'done' | 'cached' | 'failed'} event */
    take(id, event) {
      if (event !== 'done') settle(id, event);
      else if (!tasks.has(id))
        tasks.set(
          id,
          setTimeout(() => settle(id, 'done'), waitMs),
        );
    },
    /** Nothing more comes: tells of those that wait. */
    close() {
      for (const id of tasks.keys()) settle(id, 'done');
    },
  };
}

/**
 * What a line of turbo's output says of a task: that it has ended (grouped output comes then), that its
 * result was there already, or that it failed. Null for any other line.
 *
 * @param {string} line
 * @returns {{ id: string, event: 'done' | 'cached' | 'failed' } | null}
 */
export function readTurboLine(line) {
  const [, failed] =
    /^(\S+#\S+):\s+(?:WARNING|ERROR)\s+command finished with error/.exec(line) ?? [];
  if (failed !== undefined) return { id: failed, event: 'failed' };
  const [, name, task, hit] = /^([^\s:]+):(\S+): cache (hit|miss|bypass)\b/.exec(line) ?? [];
  if (name === undefined) return null;
  return { id: `${name}#${task}`, event: hit === 'hit' ? 'cached' : 'done' };
}

/**
 * The tasks that have a command.
 *
 * @param {readonly string[]} names
 * @returns {Task[]}
 */
function planOf(names) {
  const { stdout } = spawnSync('turbo', ['run', ...names, '--dry=json'], {
    ...commandOptions,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  /** @type {{ tasks: { taskId: string, task: string, package: string, command: string, logFile: string }[] }} */
  const plan = JSON.parse(stdout);
  return plan.tasks
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ taskId, task, package: name, logFile }) => ({
      id: taskId,
      label: name === '//' ? task : `${name} ${task}`,
      logFile: join(workspace, logFile),
    }));
}

/** @param {Task} task @param {number} since */
function isUnderWay({ logFile }, since) {
  const written = statSync(logFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written >= since;
}

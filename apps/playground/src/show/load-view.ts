import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import type { RunJournal } from '@rlm/kernel';
import { TrajectoryError } from '@rlm/runner';

import { ask } from '../ask.js';
import { requireIsolation } from '../backend.js';
import { LogError } from '../view/logs/log-error.js';
import { readLog } from '../view/logs/read-log.js';
import { replayModel } from '../runs/replay-model.js';
import { readHead, readSpec } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { asTaskSpec } from '../runs/task-spec.js';
import { readTextAgain } from '../runs/text-files.js';
import { replayTask } from '../task/replay-task.js';
import { UsageError } from '../usage-error.js';
import type { ViewEvent } from '../view/run-view.js';

/** The events of a log in a file (`-`: stdin), or of a kept run by its id. Throws {@link UsageError} if neither exists. */
export async function loadEvents(source: string, runs: Runs): Promise<readonly ViewEvent[]> {
  if (source === '-') return eventsOfLog(process.stdin.setEncoding('utf8'), 'stdin');
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory() === true) {
    throw new UsageError(
      `a trajectory file or the id of a run is needed, and ${source} is a folder`,
    );
  }
  if (found !== undefined) return eventsOfLog(createReadStream(source, 'utf8'), source);
  if (/[/\\.]/.test(source)) throw new UsageError(`there is no file ${source}`);
  return eventsOfRun(source, runs);
}

async function eventsOfLog(
  pieces: AsyncIterable<string>,
  name: string,
): Promise<readonly ViewEvent[]> {
  try {
    return await readLog(pieces);
  } catch (error) {
    if (!LogError.isInstance(error) && !TrajectoryError.isInstance(error)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}

/** Replays a kept run from its journal, which ends it at the last recorded request. */
async function eventsOfRun(runId: string, runs: Runs): Promise<readonly ViewEvent[]> {
  const { signal: abortSignal } = new AbortController();
  const events: ViewEvent[] = [];
  // All of it is given again: that tells nothing.
  const onEvent = (event: ViewEvent): void => void events.push({ ...event, replayed: false });
  const task = asTaskSpec(await readHead(runs, runId));
  const open = (): Promise<RunJournal> => runs.store.open(runId, { readOnly: true });
  if (task !== undefined) {
    const { model } = replayModel(task.model);
    const run = replayTask({ spec: task, model, journal: await open(), abortSignal });
    for await (const event of run) onEvent(event);
    return events;
  }
  const spec = await readSpec(runs, runId);
  const { question, settings } = spec;
  await requireIsolation(settings);
  const text = await readTextAgain(spec.text);
  const asked = { ...settings, ...replayModel(spec.model), question, text, abortSignal };
  await ask({ ...asked, journal: await open(), onEvent });
  return events;
}

import type { EngineEvent, EngineResult } from '@rlm/penguin-engine';
import type { RunJournal } from '@rlm/kernel';

import type { Screen } from '../render/screen.js';
import { listenForInterrupt } from '../interrupt.js';
import { isolationLine } from '../render/isolation-line.js';
import type { OpenedModel } from '../models/open-model.js';
import { toJsonLine } from '../render/json-line.js';
import { modelLine } from '../render/model-line.js';
import { createReplayGate } from '../render/replay-gate.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSpec } from '../runs/task-spec.js';
import { endSaved, type SavedTrajectory } from '../save-trajectory.js';
import { beginTask, taskTools } from './begin-task.js';
import { openFolder } from './open-folder.js';
import { createTaskRenderer } from './task-renderer.js';
import { tellTask } from './tell-task.js';

/** A task with all that it takes to work on it. */
export interface TaskWork {
  readonly spec: TaskSpec;
  readonly chosen: OpenedModel & { readonly why?: string | undefined };
  readonly runs: Runs;
  readonly journal: RunJournal;
  /** What the events are written to. */
  readonly saved?: SavedTrajectory | undefined;
}

/** Works on a task until a person is to review it, or it cannot go on; returns the exit code. */
export async function workOnTask(work: TaskWork, screen: Screen): Promise<number> {
  const { spec, chosen, runs, journal, saved } = work;
  const { prompt, settings } = spec;
  const { output } = settings;
  const { line, style } = screen;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  const folder = await openFolder(spec.folder, settings);
  const tools = taskTools(folder, {
    requireIsolation: settings.requireIsolation,
    onIsolationMissing: (words) => {
      if (output === 'text') say(isolationLine(words, style));
    },
  });
  const interrupt = listenForInterrupt(() => {
    say(
      `The task ${journal.runId} was interrupted, and is kept; to go on: ${runs.commandFor('resume', journal.runId)}`,
    );
  });
  const gate = createReplayGate(
    createTaskRenderer(
      line,
      style,
      tools.map(({ name }) => name),
    ),
    (words) => {
      say(style.dim(words));
    },
  );
  if (output === 'text') {
    say(`${style.bold('Task:')} ${prompt}`);
    say(`${style.bold('Folder:')} ${spec.folder}`);
    say(modelLine(chosen, style));
    say(`${style.bold('Run:')} ${journal.runId}`);
  }
  const { model } = chosen;
  const run = beginTask({ spec, model, tools, journal, abortSignal: interrupt.signal });
  if (output === 'text') line.follow(run);
  const tell = (event: EngineEvent): void => {
    if (output === 'text') gate.event(event);
    if (output === 'events') process.stdout.write(`${toJsonLine(event)}\n`);
    saved?.event(event);
  };
  let result: EngineResult;
  try {
    for await (const event of run) tell(event);
    result = await run.result;
  } finally {
    interrupt.stop();
    line.close();
  }
  if (output === 'text') gate.end();
  await endSaved(saved, say);
  return tellTask({ prompt, result, output, runs, runId: journal.runId, screen });
}

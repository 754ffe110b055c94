import { withTimeout, type RunJournal, type Tool } from '@rlm/kernel';
import type { ModelLike } from '@rlm/kernel/model';
import { type EngineEvent, type EngineResult, runTask } from '@rlm/penguin-engine';

import { callsOf } from '../ask.js';
import { openQuickJS, type IsolationWishes } from '../backend.js';
import type { TaskSpec } from '../runs/task-spec.js';
import type { Folder } from './open-folder.js';
import { listFilesTool } from './tools/list-files.js';
import { readFileTool } from './tools/read-file.js';
import { runCodeTool } from './tools/run-code.js';
import { searchTool } from './tools/search.js';

/** A task, and who works on it. */
interface BegunTask {
  readonly spec: Pick<TaskSpec, 'prompt' | 'settings'>;
  readonly model: ModelLike;
  /** Those of {@link taskTools}. */
  readonly tools: readonly Tool[];
  readonly journal: RunJournal;
  readonly abortSignal: AbortSignal;
}

/** A task that is worked on. */
export interface TaskRun extends AsyncIterable<EngineEvent> {
  readonly result: Promise<EngineResult>;
}

const system =
  'You work on a task for a person, in a folder of files that you can read and not change. Look before you say something; name the files and lines that it rests on in your summary, which is all that the person reads.';

/** The tools of a task, which read a folder. */
export const taskTools = (folder: Folder, wishes?: IsolationWishes): readonly Tool[] => [
  listFilesTool(folder),
  readFileTool(folder),
  searchTool(folder),
  runCodeTool(folder, openQuickJS(wishes)),
];

/** Time of one call of a tool. */
const toolTimeoutMs = 60_000;

/** Begins to work on a task, until a person is to review it. */
export function beginTask({ spec, model, tools, journal, abortSignal }: BegunTask): TaskRun {
  const { maxSteps, maxTokens, maxCostUsd, prices, timeoutMs, callTimeoutMs } = spec.settings;
  return runTask({
    model,
    prompt: spec.prompt,
    system,
    tools: tools.map((tool) => withTimeout(tool, toolTimeoutMs)),
    maxSteps,
    limits: {
      timeoutMs,
      callTimeoutMs,
      maxTokens,
      maxCostUsd,
    },
    prices,
    ...callsOf(spec.settings),
    review: 'wait',
    journal,
    abortSignal,
  });
}

import { resolve } from 'node:path';

import type { TaskSettings } from '../arguments/task-arguments.js';
import { withoutSecrets, type ModelSpec } from '../models/model-spec.js';
import { faultInSpec } from './spec-shape.js';

/** What is kept with a task, so that it can go on: neither keys nor contents. */
export interface TaskSpec {
  readonly by: 'rlm task';
  readonly version: 1;
  readonly prompt: string;
  /** The working directory in which it was begun; absent from a task of an earlier version. */
  readonly project?: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly model: ModelSpec;
  readonly settings: TaskSettings;
}

/** What is kept with a task. */
export function taskSpecOf({ folder, model, ...rest }: Omit<TaskSpec, 'by' | 'version'>): TaskSpec {
  const spec: TaskSpec = {
    by: 'rlm task',
    version: 1,
    ...rest,
    folder: resolve(folder),
    model: withoutSecrets(model),
  };
  // As JSON gives it back: what is undefined is left out.
  return JSON.parse(JSON.stringify(spec)) as TaskSpec;
}

/** The spec of a run, if `rlm task` kept one, and nothing is wrong with it. */
export function asTaskSpec(spec: unknown): TaskSpec | undefined {
  const { by } = (spec ?? {}) as Partial<TaskSpec>;
  return by === 'rlm task' && faultInSpec(spec) === undefined ? (spec as TaskSpec) : undefined;
}

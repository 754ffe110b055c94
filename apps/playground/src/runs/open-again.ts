import type { ModelSpec } from '../models/model-spec.js';
import {
  endpointLabel,
  openModel,
  type ModelSurroundings,
  type OpenedModel,
} from '../models/open-model.js';
import { findRun } from './find-run.js';
import { replayModel } from './replay-model.js';
import type { Runs } from './runs.js';

/** A run that is kept. */
interface KeptRun {
  readonly runs: Runs;
  readonly runId: string;
  /** What was kept with it, at the address where it is now. */
  readonly model: ModelSpec;
}

/** The models of a kept run that goes on. */
export async function openAgain(
  { runs, runId, model: spec }: KeptRun,
  surroundings: ModelSurroundings,
): Promise<OpenedModel> {
  // A run that has ended asks nothing, so its endpoint need not be named.
  if (spec.kind === 'endpoint' && (await findRun(runs.store, runId))?.status === 'ended') {
    return { ...replayModel(spec), label: endpointLabel(spec) };
  }
  return openModel(spec, surroundings);
}

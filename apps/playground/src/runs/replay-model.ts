import type { ModelSpec } from '../models/model-spec.js';
import type { OpenedModel } from '../models/open-model.js';
import { plannerName } from '../planner/create-planner.js';

/** The models of a run that is only shown again: everything that it asked is in its journal, which ends it there. */
export function replayModel({ kind }: ModelSpec): OpenedModel {
  const model = (): Promise<never> =>
    Promise.reject(new Error('A run that is shown again asks no model.'));
  const isPerson = kind === 'by-hand';
  // The planner is given its text in another way than others.
  return {
    label: kind === 'planner' ? plannerName : 'shown again',
    model,
    subModel: model,
    isPerson,
  };
}

import type { ModelFunction } from '@rlm/kernel/model';

import type { ChosenModel } from '../models/choose-model.js';
import { createPlanner } from '../planner/create-planner.js';

/** A model for several questions. It gets each question before it is asked. */
export interface TalkingModel {
  readonly chosen: ChosenModel;
  readonly next: (question: string) => void;
}

/** A language model reads the question in its prompt. The planner is created again for each question. */
export function talkingModel(chosen: ChosenModel): TalkingModel {
  if (chosen.spec.kind !== 'planner') return { chosen, next: () => undefined };
  let planner: ModelFunction = createPlanner('');
  const model: ModelFunction = (request) => planner(request);
  return {
    chosen: { ...chosen, model, subModel: model },
    next(question) {
      planner = createPlanner(question);
    },
  };
}

import type { StandardSchema } from '@rlm/kernel';
import { refuseOption } from '@rlm/repl-types/internal';
import { missingPrice, priceOf } from '@rlm/kernel/internal';
import type { ModelLike, ModelPrice } from '@rlm/kernel/model';

import type { ModelChoice, RlmOptions } from './run-options.js';

type Options = RlmOptions<StandardSchema | undefined>;

/** The models of the runs of one depth. */
export interface ModelsAt {
  readonly model: ModelLike;
  readonly subModel: ModelLike;
  /** What the two cost, as far as it is known. */
  readonly price: ModelPrice | undefined;
  readonly subPrice: ModelPrice | undefined;
}

/** Levels of child runs below a run that names no `maxDepth`. */
export const defaultMaxDepth = 1;

/** The models of the runs of one depth, and what they cost. */
export function modelsAt({ model: root, subModel: sub, prices }: Options, depth: number): ModelsAt {
  const model = modelAt(root, depth);
  const subModel = modelAt(sub ?? root, depth);
  return {
    model,
    subModel,
    price: priceOf(prices, model, 'model'),
    subPrice: priceOf(prices, subModel, 'subModel', ...(sub === undefined ? ['model'] : [])),
  };
}

/** Throws `InvalidOptionError` where cost is limited and a model that the tree of runs may call has no price. */
export function requirePrices(options: Options): void {
  const { limits = {}, budget, models = {}, maxDepth = defaultMaxDepth, prices } = options;
  const maxCostUsd = limits.maxCostUsd ?? budget?.limits.maxCostUsd;
  if ((maxCostUsd ?? Infinity) === Infinity) return;
  const requirePrice = (price: unknown, model: ModelLike, role: string): void => {
    if (price === undefined)
      throw refuseOption({ option: 'prices', message: missingPrice(model, role, prices) });
  };
  for (let depth = 0; depth <= Math.min(maxDepth, depthsOf(options)); depth += 1) {
    const { model, subModel, price, subPrice } = modelsAt(options, depth);
    requirePrice(price, model, 'model');
    requirePrice(subPrice, subModel, 'subModel');
  }
  for (const [name, model] of Object.entries(models)) {
    requirePrice(priceOf(prices, model, name), model, name);
  }
}

/** The depth from which on the models stay the same. */
function depthsOf({ model, subModel = model }: Options): number {
  return Math.max(...[model, subModel].map((choice) => (isList(choice) ? choice.length : 1))) - 1;
}

function modelAt(choice: ModelChoice, depth: number): ModelLike {
  if (!isList(choice)) return choice;
  return choice[Math.min(depth, choice.length - 1)] ?? choice[0];
}

function isList(choice: ModelChoice): choice is readonly [ModelLike, ...ModelLike[]] {
  return Array.isArray(choice);
}

import { headOf } from '@rlm/repl-types/internal';
import { priceOf } from '@rlm/kernel/internal';
import type { ModelLike, ModelPrice } from '@rlm/kernel/model';

import { QueryArgumentError } from '../query-errors.js';
import type { RlmPlan } from '../run/rlm-plan.js';

/** A model, and its price if that is known. */
export interface ChosenModel {
  readonly model: ModelLike;
  readonly price: ModelPrice | undefined;
}

/**
 * The model of the option `models` that code chose by name; undefined if it chose none.
 *
 * @param call The function that was called.
 */
export function chooseModel(
  call: string,
  { options }: RlmPlan,
  name: string | undefined,
): ChosenModel | undefined {
  if (name === undefined) return undefined;
  const { models = {}, prices } = options;
  const model = Object.hasOwn(models, name) ? models[name] : undefined;
  if (model !== undefined) return { model, price: priceOf(prices, model, name) };
  const known = Object.keys(models);
  throw new QueryArgumentError(
    `${call}: no model is called ${JSON.stringify(headOf(name, 100))}; ${known.length === 0 ? 'there is only the default one' : `known are ${known.join(', ')}`}`,
  );
}

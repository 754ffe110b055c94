import type { CostLimits } from '../../arguments/cost-arguments.js';
import type { ModelSpec } from '../../models/model-spec.js';
import type { AskSettings, RunSpec } from '../../runs/run-spec.js';
import type { NewRun } from '../../api.js';
import { ProblemError } from '../http/problem.js';

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The settings of a run that the page begins: what `rlm ask` would take, where the page does not say.
 *
 * @param costs What a run of an endpoint's model may cost at most, and the price of the models.
 */
export function settingsOf(asked: NewRun, model: ModelSpec, costs: CostLimits): AskSettings {
  const settings: AskSettings = {
    output: 'text',
    history: false,
    coverage: true,
    language: asked.language ?? 'javascript',
    reward: asked.reward,
    maxSteps: asked.maxSteps ?? 20,
    maxSubQueries: asked.maxSubQueries ?? 200,
    maxTokens: asked.maxTokens,
    timeoutMs: asked.timeoutMs ?? (model.kind === 'by-hand' ? dayMs : 600_000),
    concurrency: asked.concurrency,
    retries: asked.retries,
    ...costOf(model, asked.maxCostUsd, costs),
  };
  requireFit(model, settings, model);
  return settings;
}

/** What a run may cost at most: the least of what is asked and what the server says. */
export function costOf(
  { kind }: ModelSpec,
  asked: number | undefined,
  { prices, maxCostUsd }: CostLimits,
): CostLimits {
  // What is no endpoint costs nothing.
  if (kind !== 'endpoint') return {};
  if (prices === undefined && asked !== undefined) {
    throw new ProblemError(
      'invalid',
      'maxCostUsd: the cost of this model cannot be limited, since its price is not known: leave the limit out, or start rlm serve with --price-in and --price-out, or --price-reported',
    );
  }
  const bounds = [asked, maxCostUsd].filter((bound) => bound !== undefined);
  return {
    prices,
    maxCostUsd: bounds.length === 0 ? undefined : Math.min(...bounds),
  };
}

/** Throws where a run goes on that may cost more than the server says: a run keeps the bound that it began with. */
export function requireBoundedCost(
  { model, settings }: Pick<RunSpec, 'model' | 'settings'>,
  { maxCostUsd: most = Infinity }: CostLimits,
): void {
  if (model.kind !== 'endpoint' || (settings.maxCostUsd ?? Infinity) <= most) return;
  const own = settings.maxCostUsd === undefined ? 'without a bound' : `$${settings.maxCostUsd}`;
  throw new ProblemError(
    'conflict',
    `the run may cost more (${own}) than this server allows ($${most}): fork it, which is bounded, or go on with it in the terminal (rlm resume)`,
  );
}

/** Throws if a model cannot do what is asked of it, or cannot continue what another began. */
export function requireFit(
  { kind }: ModelSpec,
  { language }: Pick<AskSettings, 'language'>,
  before: ModelSpec,
): void {
  if (language === 'python' && (kind === 'planner' || kind === 'tour')) {
    throw new ProblemError('invalid', `model: the ${kind} writes JavaScript, not Python`);
  }
  if (kind === 'tour' && before.kind !== 'tour') {
    throw new ProblemError(
      'invalid',
      'model: the tour answers only its own question, and cannot continue another run',
    );
  }
}

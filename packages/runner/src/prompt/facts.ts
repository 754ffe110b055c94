import type { REPLVariable } from '@rlm/repl-types';

import type { RlmPlan } from '../plan/rlm-plan.js';
import { shapeOf } from '../schema/shape.js';
import type { PromptFacts } from './prompt-parts.js';

/** What the prompt of a plan is made from. */
export function promptFacts(plan: RlmPlan, variables: readonly REPLVariable[]): PromptFacts {
  const { options } = plan;
  return {
    language: options.sandbox.language,
    dialects: plan.dialects.map(({ name }) => name),
    finish: plan.dialects.map(({ words }) => words(options.sandbox.language)),
    variables,
    environment: options.sandbox.instructions(),
    tools: [...plan.tools].map(({ name, description }) => ({ name, description })),
    recursive: plan.depth < plan.maxDepth,
    models: Object.keys(options.models ?? {}),
    answerShape: plan.schema === undefined ? '' : shapeOf(plan.schema),
    instructions: options.instructions ?? '',
    depth: plan.depth,
    maxSteps: plan.maxSteps,
  };
}

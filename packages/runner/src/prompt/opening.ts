import { wordsOf } from '../options/dialects.js';
import { text } from '@rlm/repl-types/options';
import { askHook, headOf } from '@rlm/repl-types/internal';
import type { RunContext } from '@rlm/kernel';
import type { RequestMessage } from '@rlm/kernel/model';
import { REPLVariable } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';
import { helperNames } from '@rlm/sandbox/internal';

import type { ContextDescription, DescriptionSize } from '../context/description.js';
import { renderFirstBudget } from '../budget-left.js';
import { message } from '../run/transcript-turn.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { shapeOf } from '../schema/shape.js';
import type { PromptFacts } from '../options/prompt-parts.js';
import { renderSystemPrompt } from './system-prompt.js';

/** The first messages of a run: the system prompt and the question. */
export function openingMessages(
  plan: RlmPlan,
  variables: readonly REPLVariable[],
  descriptions: ReadonlyMap<string, ContextDescription>,
  context: RunContext,
): readonly RequestMessage[] {
  const facts = promptFacts(plan, variables, descriptions);
  const system = renderSystemPrompt(facts, plan.options.prompt);
  return [
    message('system', system),
    message('user', `Question: ${plan.query}\n\n${renderFirstBudget(context, plan.depth)}`),
  ];
}

/** What the prompt of a plan is made from. */
function promptFacts(
  plan: RlmPlan,
  variables: readonly REPLVariable[],
  descriptions: ReadonlyMap<string, ContextDescription>,
): PromptFacts {
  const { options } = plan;
  const { sandbox } = options;
  const environment = askHook('instructions() of the sandbox', () => sandbox.instructions(), text);
  const size = sizeFor(descriptions.size, environment.length);
  return {
    language: options.sandbox.language,
    dialects: plan.dialects.map(({ name }) => name),
    finish: plan.dialects.map((dialect) => wordsOf(dialect, options.sandbox.language)),
    variables,
    descriptions: new Map([...descriptions].map(([name, told]) => [name, told[size]])),
    maxOutputChars: plan.limits.maxOutputChars,
    environment,
    tools: [...plan.tools].map(({ name, description }) => ({ name, description })),
    helpers: freeHelpers(plan, variables),
    recursive: plan.depth < plan.maxDepth,
    models: Object.keys(options.models ?? {}),
    schemas: Object.keys(options.schemas ?? {}),
    answerShape: plan.schema === undefined ? '' : shapeOf(plan.schema),
    instructions: options.instructions ?? '',
    depth: plan.depth,
    maxSteps: plan.maxSteps,
  };
}

/** In which length contexts are described: with several, or beside long words of the backend, more briefly. */
function sizeFor(contexts: number, environmentChars: number): DescriptionSize {
  if (contexts > 3 || environmentChars > 900) return 'short';
  return contexts > 1 || environmentChars > 700 ? 'middling' : 'long';
}

/** The helpers that the backend has and whose names are free. */
function freeHelpers(
  { options, tools }: RlmPlan,
  variables: readonly REPLVariable[],
): readonly string[] {
  if (options.sandbox.capabilities.helpers !== true) return [];
  const taken = new Set([...tools.names, ...variables.map(({ name }) => name)]);
  return helperNames.filter((name) => !taken.has(name));
}

/** Characters of preview that a variable of an earlier question gets. */
const previewChars = 100;

/** How many of them the prompt describes, the latest. */
const shown = 30;

/** The variables that earlier questions of a lasting session left, described. */
export function earlierVariables(
  variables: ReadonlyMap<string, SessionVariable>,
): readonly REPLVariable[] {
  return [...variables.values()].slice(-shown).map(
    ({ name, typeName, totalLength, preview }) =>
      new REPLVariable({
        name,
        typeName,
        description: 'Made for an earlier question.',
        totalLength: Math.max(0, totalLength),
        preview: headOf(preview, previewChars),
      }),
  );
}

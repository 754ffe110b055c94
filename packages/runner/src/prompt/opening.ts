import { wordsOf } from '../options/dialects.js';
import { text } from '@rlm/repl-types/options';
import { askHook, headOf } from '@rlm/repl-types/internal';
import type { RunContext } from '@rlm/kernel';
import type { RequestMessage } from '@rlm/kernel/model';
import { REPLVariable } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';
import { helperNames } from '@rlm/sandbox/internal';

import type { ContextDescription, DescriptionSize } from '../context/description.js';
import { conversationName } from '../context/conversation.js';
import { renderFirstBudget } from '../budget-left.js';
import { message } from '../run/transcript-turn.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { shapeOf } from '../schema/shape.js';
import type { PromptFacts } from '../options/prompt-parts.js';
import { renderSystemPrompt } from './system-prompt.js';

/** The first messages of a run: the system prompt and the question. */
export interface Opening {
  readonly messages: readonly RequestMessage[];
  /**
   * What others may have written in them, which are all lines but our own and the caller's: previews of contexts, and in a
   * child run the question and the schema too, which the parent's code may have made from data.
   */
  readonly foreign: string;
}

/** Makes the first messages of a run. */
export function openingOf(
  plan: RlmPlan,
  variables: readonly REPLVariable[],
  descriptions: ReadonlyMap<string, ContextDescription>,
  context: RunContext,
): Opening {
  const facts = promptFacts(plan, variables, descriptions);
  const { prompt } = plan.options;
  const budget = renderFirstBudget(context, plan.depth);
  const messages = [
    message('system', renderSystemPrompt(facts, prompt)),
    message('user', `${renderEarlier(plan)}Question: ${plan.query}\n\n${budget}`),
  ];
  const finished = messages.map(({ content }) => content).join('\n');
  const own = [
    renderSystemPrompt(ownFacts(facts), prompt),
    ...(plan.depth === 0 ? [`Question: ${plan.query}`] : []),
    budget,
  ].join('\n');
  return { messages, foreign: linesBeside(own, finished) };
}

/** The last of the other messages; nothing without any. */
const renderEarlier = ({ earlier }: RlmPlan): string =>
  earlier === ''
    ? ''
    : `The conversation so far, shortened (\`${conversationName}\` has more of it):\n\n${earlier}\n\n`;

/** The facts without what data can decide. */
function ownFacts(facts: PromptFacts): PromptFacts {
  // A shape of no words: whether there is one decides some of our own words.
  const answerShape = facts.depth === 0 || facts.answerShape === '' ? facts.answerShape : '{}';
  return { ...facts, answerShape, variables: [], descriptions: new Map() };
}

/** The lines of a text that another one does not have, as often as it does not have them. */
function linesBeside(own: string, text: string): string {
  const left = new Map<string, number>();
  for (const line of own.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  const isOwn = (line: string): boolean => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  };
  return text
    .split('\n')
    .filter((line) => !isOwn(line))
    .join('\n');
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

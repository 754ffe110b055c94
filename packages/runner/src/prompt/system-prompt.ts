import { fenced } from '@rlm/repl-types/internal';

import { wordsOf } from './language-words.js';
import type { PromptFacts, PromptPartName, PromptParts } from './prompt-parts.js';

const order: readonly PromptPartName[] = [
  'task',
  'variables',
  'environment',
  'functions',
  'tools',
  'finish',
  'answer',
  'instructions',
];

/** The system prompt: its parts in their order, empty ones left out. */
export function renderSystemPrompt(facts: PromptFacts, replaced: PromptParts = {}): string {
  return order
    .map((name) => {
      const part = replaced[name] ?? defaultParts[name];
      if (part === false) return '';
      return (typeof part === 'string' ? part : part(facts)).trim();
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The parts of the prompt where nobody replaced them. */
const defaultParts: Readonly<Record<PromptPartName, (facts: PromptFacts) => string>> =
  Object.freeze({
    task: renderTask,
    variables: renderVariables,
    environment: ({ environment }) => environment,
    functions: renderFunctions,
    tools: renderTools,
    finish: renderFinish,
    answer: ({ answerShape }) =>
      answerShape === '' ? '' : `The answer must be data of this shape: ${answerShape}`,
    instructions: ({ instructions }) => instructions,
  });

function renderTask({ language }: PromptFacts): string {
  const { title, look } = wordsOf(language);
  return [
    `You answer a question with a ${title} REPL. The data is in variables of the REPL and may be far larger than what you can read, so look into it with code, in parts, and print only what you need to see.`,
    `Write code in one fenced block tagged \`repl\`, and end your reply there:\n\n${fenced(look, 'repl')}`,
    'The block runs at once and you are shown what it printed, and the value of its last expression. Variables stay until the end. Never guess what a block will print: run it, and read the output in the next turn.',
  ].join('\n\n');
}

function renderVariables({ variables }: PromptFacts): string {
  if (variables.length === 0) return '';
  return ['In the REPL:', ...variables.map((variable) => variable.format())].join('\n\n');
}

/** What the helpers do, in a line each. */
const helperWords: Readonly<Record<string, string>> = {
  grep: 'matches of a regular expression in a text, or in the items of a list or mapping (then with their `key`).',
  lines: 'the lines from first to last, both included, counted from 1, with their numbers.',
  chunk: 'a text, or a list (`items`), in pieces.',
};

function renderFunctions({ language, recursive, models, helpers }: PromptFacts): string {
  const words = wordsOf(language);
  return [
    'Functions in the REPL:',
    `- ${words.query}: asks a language model. It sees only the prompt, so put the text it needs into it (up to about 200,000 characters).`,
    `- ${words.batch}: asks many prompts at once; the answers come in their order. Use it for every part of the data that must be read rather than matched.`,
    `With \`${words.typed}\` (a JSON Schema) these give parsed data instead of text.`,
    ...(recursive
      ? [
          `- ${words.recursive}: a run like this one, with its own REPL, for a part of the question that needs several steps; \`context\` is what it works on.`,
          `- ${words.recursiveBatch}: several of these at once.`,
        ]
      : []),
    ...helpers.map((name) => `- ${words.helpers[name] ?? name}: ${helperWords[name] ?? ''}`),
    '- SHOW_VARS(): lists your variables.',
    ...(models.length === 0
      ? []
      : [`Models to choose with the option \`model\`: ${models.join(', ')}.`]),
    'A call that fails raises an error that you can catch.',
  ].join('\n');
}

function renderTools({ tools, language }: PromptFacts): string {
  if (tools.length === 0) return '';
  const { toolCall } = wordsOf(language);
  const lines = tools.map(
    ({ name, description }) => `- ${toolCall(name)}${description === '' ? '' : `: ${description}`}`,
  );
  return ['Further functions:', ...lines].join('\n');
}

function renderFinish({ finish }: PromptFacts): string {
  const ways = finish.map(({ code }) => `- ${code}`);
  const prose = finish.map((words) => words.prose).filter((sentence) => sentence !== '');
  return ['When you are sure of the answer, finish:', ...new Set([...ways, ...prose])].join('\n');
}

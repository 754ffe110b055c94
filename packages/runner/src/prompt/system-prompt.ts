import { cutText, type REPLVariable } from '@rlm/repl-types';
import { fenced, groupThousands } from '@rlm/repl-types/internal';

import { wordsOf, type ValueKind } from './language-words.js';
import type { PromptFacts, PromptPartName, PromptParts } from '../options/prompt-parts.js';

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

/** The parts of the prompt, by default. */
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

function renderTask({ language, variables, maxOutputChars, answerShape }: PromptFacts): string {
  const { title } = wordsOf(language);
  const [first] = variables;
  const example = first === undefined ? 'print(1 + 1)' : lookAt(first, language);
  const shown = `It runs at once, and you see its output: at most ${groupThousands(maxOutputChars)} characters a reply.`;
  // An answer of a given shape has no place for it.
  const readings =
    answerShape === '' ? ' Of two readings or a tie, say which you took if the form allows.' : '';
  return [
    `You answer a question with a ${title} REPL. The data is in its variables, maybe more than you can read: look into it with code, in parts, and print only what you need.`,
    `Write one fenced block tagged \`repl\`, and end your reply there:\n\n${fenced(example, 'repl')}`,
    `${shown}${readings}`,
  ].join('\n\n');
}

/** A first line of code for a variable of this kind: of an object, its first value. */
function lookAt(variable: REPLVariable, language: PromptFacts['language']): string {
  const { look, lookAtKey } = wordsOf(language);
  const kind = kindOf(variable);
  const [, key, value = ''] = kind === 'object' ? (firstEntry.exec(variable.preview) ?? []) : [];
  if (key === undefined) return look[kind](variable.name);
  return lookAtKey(variable.name, key, beginnings[value] ?? 'other');
}

/** What a value is, by how its JSON text begins. */
const beginnings: Readonly<Record<string, ValueKind>> = { '"': 'text', '[': 'list', '{': 'object' };

/** The first key of an object in its JSON text, as far as that is short, and how its value begins. */
const firstEntry = /^\{\s*("(?:[^"\\]|\\.){0,80}"):\s*(.)/;

function kindOf({ typeName }: REPLVariable): ValueKind {
  if (typeName === 'str' || typeName === 'string') return 'text';
  if (typeName === 'list' || typeName.toLowerCase() === 'array') return 'list';
  return typeName === 'dict' || typeName === 'object' ? 'object' : 'other';
}

function renderVariables({ variables, descriptions }: PromptFacts): string {
  if (variables.length === 0) return '';
  const told = variables.map((variable) => descriptions.get(variable.name) ?? variable.format());
  return ['In the REPL:', ...told].join('\n\n');
}

/** What the helpers do, in a line each. */
const helperWords: Readonly<Record<string, string>> = {
  grep: 'a regular expression in a text, a list or a mapping (each match then names its `key`); `before`, `after`: whole lines.',
  lines: 'numbered, from 1, both included.',
  chunk: 'pieces of a text or a list (`items`).',
};

/** Characters of many items in one prompt, with which a model still reads each of them well. */
const packedChars = 100_000;

/** Characters of the names of schemas that the prompt lists. */
const maxSchemaNameChars = 1_000;

function renderFunctions({ language, recursive, models, schemas, helpers }: PromptFacts): string {
  const words = wordsOf(language);
  return [
    'Functions in the REPL:',
    `- ${words.query}: a language model that sees the prompt alone: put the text into it.`,
    `- ${words.batch}: many at once, in order. For text to understand, not just to search: pack many items into each prompt (up to ${groupThousands(packedChars)} characters), and ask for short answers in a fixed form.`,
    `- ${words.typed}: both take \`schema\` (a JSON Schema) and give data.${
      schemas.length === 0
        ? ''
        : ` \`schema\` also takes a name: ${cutText(schemas.join(', '), maxSchemaNameChars).text}.`
    }`,
    ...(recursive
      ? [
          `- ${words.recursive}: a run like this one over \`context\`, for a part of several steps; ${words.recursiveBatch} for several.`,
        ]
      : []),
    ...helpers.map((name) => `- ${words.helpers[name] ?? name}: ${helperWords[name] ?? ''}`),
    '- SHOW_VARS(): lists your variables.',
    ...(models.length === 0
      ? []
      : [`Models to choose with the option \`model\`: ${models.join(', ')}.`]),
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

function renderFinish({ finish, answerShape, depth }: PromptFacts): string {
  // One way is enough to know. The others are understood too.
  const [first] = finish;
  if (first === undefined) return '';
  const prose = first.prose === '' ? [] : [first.prose];
  const form = answerShape === '' ? ` ${writtenForms(depth)}` : '';
  const example = first.code.startsWith('FINAL(') ? ', with the variable: `FINAL(result)`.' : ':';
  return [
    `Before you finish, look at the result: zeros, empty lists and round numbers are often a fault of the code. Finish in a block of its own${example}`,
    `- ${first.code}${form}`,
    ...prose,
  ].join('\n');
}

/** How an answer that is data is written; the code that asked for a child run gets JSON. */
function writtenForms(depth: number): string {
  return depth > 0
    ? 'A list or an object is given as JSON.'
    : 'A list is written as lines, an object as JSON, or as its `answer` if it has one.';
}

import { expect, it } from 'vitest';

import {
  chooseFinalCall,
  detectFinalInCode,
  detectFinalInText,
  explainFinalAnswer,
  extractCodeBlocks,
  findFinalAnswer,
  findFinalCalls,
  parseCodeBlocks,
  proseOf,
  stripFinal,
} from '../src/index.js';

const text = 'So it is.\n\n```py\nFINAL_VAR("x")\n```\n\nFINAL(a)\nFINAL(b)';
const { calls: found } = findFinalCalls(text);
const choice = { prefer: undefined, precedence: undefined };
const search = { ...choice, caseSensitive: undefined };
const environment = { environment: undefined };

const calls: readonly (readonly [name: string, none: () => unknown, undefineds: () => unknown])[] =
  [
    ['chooseFinalCall', () => chooseFinalCall(found), () => chooseFinalCall(found, choice)],
    [
      'detectFinalInCode',
      () => detectFinalInCode('FINAL(1)'),
      () => detectFinalInCode('FINAL(1)', { language: undefined }),
    ],
    ['detectFinalInText', () => detectFinalInText(text), () => detectFinalInText(text, search)],
    ['stripFinal', () => stripFinal(text), () => stripFinal(text, search)],
    [
      'findFinalCalls',
      () => findFinalCalls(text),
      () => findFinalCalls(text, { caseSensitive: undefined }),
    ],
    ['findFinalAnswer', () => findFinalAnswer(text), () => findFinalAnswer(text, environment)],
    [
      'explainFinalAnswer',
      () => explainFinalAnswer(text),
      () => explainFinalAnswer(text, environment),
    ],
    [
      'parseCodeBlocks',
      () => parseCodeBlocks(text),
      () => parseCodeBlocks(text, { tags: undefined }),
    ],
    ['extractCodeBlocks', () => extractCodeBlocks(text), () => extractCodeBlocks(text, undefined)],
    ['proseOf', () => proseOf(text), () => proseOf(text, { keepBlocks: undefined })],
  ];

it.each(calls)('%s takes an option that is undefined as absent', async (_, none, undefineds) => {
  expect(await undefineds()).toEqual(await none());
});

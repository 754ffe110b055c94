import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import {
  chooseFinalCall,
  detectFinalInCode,
  detectFinalInText,
  findFinalAnswer,
  findFinalCalls,
  parseCodeBlocks,
  proseOf,
  stripFinal,
} from '../src/index.js';

type Call = (options: never) => unknown;

type Wrong = readonly (readonly [given: object, message: string])[];

const finds: Wrong = [
  [{ casesensitive: 1 }, 'casesensitive: unknown option; did you mean caseSensitive?'],
  [{ caseSensitive: 'no' }, 'caseSensitive: expected true or false, got "no"'],
];
const chooses: Wrong = [
  [{ prefers: 'last' }, 'prefers: unknown option; did you mean prefer?'],
  [{ prefer: 'best' }, "prefer: expected 'first' or 'last', got \"best\""],
  [
    { precedence: ['final'] },
    "precedence[0]: expected 'variable', 'direct' or 'submit', got \"final\"",
  ],
];

const entries: Readonly<Record<string, { call: Call; right: object; wrong: Wrong }>> = {
  findFinalCalls: {
    call: (options) => findFinalCalls('', options),
    right: { caseSensitive: false },
    wrong: [...finds, [{ prefer: 'last' }, 'prefer: unknown option; known are caseSensitive']],
  },
  chooseFinalCall: {
    call: (options) => chooseFinalCall<{ finalType: 'direct' }>([], options),
    right: { prefer: 'last' },
    wrong: chooses,
  },
  detectFinalInText: {
    call: (options) => detectFinalInText('', options),
    right: { caseSensitive: false, prefer: 'last', precedence: ['submit'] },
    wrong: [...finds, ...chooses],
  },
  stripFinal: {
    call: (options) => stripFinal('', options),
    right: { prefer: 'last' },
    wrong: [...finds, ...chooses],
  },
  detectFinalInCode: {
    call: (options) => detectFinalInCode('', options),
    right: { language: 'javascript' },
    wrong: [
      [{ lang: 'js' }, 'lang: unknown option; known are language'],
      [{ language: 'ruby' }, "language: expected 'python' or 'javascript', got \"ruby\""],
    ],
  },
  parseCodeBlocks: {
    call: (options) => parseCodeBlocks('', options),
    right: { tags: ['repl'] },
    wrong: [
      [{ tag: ['repl'] }, 'tag: unknown option; did you mean tags?'],
      [{ tags: 'repl' }, 'tags: expected a list, got "repl"'],
      [{ tags: [1] }, 'tags[0]: expected text, got 1'],
    ],
  },
  proseOf: {
    call: (options) => proseOf('', options),
    right: { keepBlocks: true },
    wrong: [[{ keepBlock: true }, 'keepBlock: unknown option; did you mean keepBlocks?']],
  },
  findFinalAnswer: {
    call: (options) => findFinalAnswer('', options),
    right: { environment: null },
    wrong: [
      [{ enviroment: null }, 'enviroment: unknown option; did you mean environment?'],
      [
        { environment: {} },
        'environment: expected an object with getVariable(), got an empty object',
      ],
    ],
  },
};

/** The typed error, whether it is thrown or rejected with. */
async function errorFrom(call: () => unknown): Promise<RlmError> {
  try {
    await call();
  } catch (error) {
    if (RlmError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe.each(Object.entries(entries))('the options of %s', (_, { call, right, wrong }) => {
  it('pass when they are right', async () => {
    await expect(Promise.resolve(call(right as never))).resolves.not.toThrow();
  });

  it.each([
    [null, 'null'],
    ['text', '"text"'],
    [[], 'an empty list'],
  ])('must be an object: %j is none', async (given, words) => {
    expect(await errorFrom(() => call(given as never))).toMatchObject({
      code: 'invalid-argument',
      message: `options: expected an object, got ${words}`,
    });
  });

  it('must be known', async () => {
    const { message } = await errorFrom(() => call({ ...right, zebraCrossing: 1 } as never));
    expect(message).toContain('zebraCrossing: unknown option; known are ');
  });

  it.each(wrong)('%j is refused with: %s', async (given, message) => {
    expect((await errorFrom(() => call({ ...right, ...given } as never))).message).toBe(message);
  });
});

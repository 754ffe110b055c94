import { testOptions, type OptionsEntry, type WrongOptions } from '@rlm/config/options-suite';
import { InvalidOptionError } from '@rlm/repl-types';

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

const finds: WrongOptions = [
  [{ casesensitive: 1 }, 'casesensitive: unknown option; did you mean caseSensitive?'],
  [{ caseSensitive: 'no' }, 'caseSensitive: expected true or false, got "no"'],
];
const chooses: WrongOptions = [
  [{ prefers: 'last' }, 'prefers: unknown option; did you mean prefer?'],
  [{ prefer: 'best' }, "prefer: expected 'first' or 'last', got \"best\""],
  [
    { precedence: ['final'] },
    "precedence[0]: expected 'variable', 'direct' or 'submit', got \"final\"",
  ],
];

const entries: Readonly<Record<string, OptionsEntry>> = {
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

testOptions(entries, InvalidOptionError, { code: 'invalid_option' });

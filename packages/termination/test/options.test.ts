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
  [{ casesensitive: 1 }, 'casesensitive', 'caseSensitive'],
  [{ caseSensitive: 'no' }, 'caseSensitive', 'got "no"'],
];
const chooses: WrongOptions = [
  [{ prefers: 'last' }, 'prefers', 'prefer'],
  [{ prefer: 'best' }, 'prefer', 'got "best"'],
  [{ precedence: ['final'] }, 'precedence[0]', 'got "final"'],
];

const entries: Readonly<Record<string, OptionsEntry>> = {
  findFinalCalls: {
    call: (options) => findFinalCalls('', options),
    right: { caseSensitive: false },
    wrong: [...finds, [{ prefer: 'last' }, 'prefer', 'caseSensitive']],
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
      [{ lang: 'js' }, 'lang', 'language'],
      [{ language: 'ruby' }, 'language', 'got "ruby"'],
    ],
  },
  parseCodeBlocks: {
    call: (options) => parseCodeBlocks('', options),
    right: { tags: ['repl'] },
    wrong: [
      [{ tag: ['repl'] }, 'tag', 'tags'],
      [{ tags: 'repl' }, 'tags', 'got "repl"'],
      [{ tags: [1] }, 'tags[0]', 'got 1'],
    ],
  },
  proseOf: {
    call: (options) => proseOf('', options),
    right: { keepBlocks: true },
    wrong: [[{ keepBlock: true }, 'keepBlock', 'keepBlocks']],
  },
  findFinalAnswer: {
    call: (options) => findFinalAnswer('', options),
    right: { environment: null },
    wrong: [
      [{ enviroment: null }, 'enviroment', 'environment'],
      [{ environment: {} }, 'environment', 'got an empty object'],
    ],
  },
};

testOptions(entries, InvalidOptionError, { code: 'invalid_option' });

import { describe, expect, it } from 'vitest';

import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  positiveNumber,
  required,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
} from '../../src/options/index.js';
import { callable, recordOf } from '../../src/options/rules.js';
import type { OptionFault } from '../../src/options/option-rule.js';
import {
  abortSignal,
  advised,
  anyOf,
  bound,
  checkOption,
  numberFrom,
  orFalse,
  shape,
  withMethods,
} from '../../src/internal.js';

interface Limits {
  readonly maxTokens?: number;
  readonly timeoutMs?: number;
}

interface Options {
  readonly query: string;
  readonly maxSteps?: number;
  readonly limits?: Limits;
  readonly tools?: readonly { readonly name: string }[];
}

const rules = required(
  fields<Options>(
    {
      query: required(someText),
      maxSteps: wholeNumber(),
      limits: fields<Limits>({ maxTokens: bound(1), timeoutMs: positiveNumber }),
      tools: listOf(fields<{ name: string }>({ name: required(someText) })),
    },
    { prompt: 'query' },
  ),
);

class Refused extends Error {}

const refuse = ({ option, problem }: OptionFault): Error => new Refused(`${option}: ${problem}`);

function messageFor(options: unknown): string {
  try {
    checkOptions(options, rules, refuse);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return 'fine';
}

describe('checkOptions', () => {
  it.each<[title: string, options: unknown, message: string]>([
    ['accepts what is right', { query: 'q', maxSteps: 0, limits: { maxTokens: Infinity } }, 'fine'],
    ['takes undefined for absent', { query: 'q', maxSteps: undefined, limits: undefined }, 'fine'],
    ['refuses null', null, 'options: expected an object, got null'],
    [
      'refuses nothing where it is required',
      undefined,
      'options: expected an object, got undefined',
    ],
    ['refuses a list', [1], 'options: expected an object, got a list of 1'],
    ['refuses text', 'q', 'options: expected an object, got "q"'],
    ['names what is missing', {}, 'query: expected text that is not empty, got undefined'],
    ['names a wrong type', { query: 3 }, 'query: expected text that is not empty, got 3'],
    [
      'refuses null for an option',
      { query: 'q', maxSteps: null },
      'maxSteps: expected a whole number from 0, got null',
    ],
    [
      'gives the path of a field',
      { query: 'q', limits: { maxTokens: -3 } },
      'limits.maxTokens: expected a whole number from 1, got -3',
    ],
    [
      'refuses null for fields',
      { query: 'q', limits: null },
      'limits: expected an object, got null',
    ],
    [
      'gives the place in a list',
      { query: 'q', tools: [{ name: 'a' }, { name: '' }] },
      'tools[1].name: expected text that is not empty, got ""',
    ],
    [
      'refuses null in a list',
      { query: 'q', tools: [null] },
      'tools[0]: expected an object, got null',
    ],
    [
      'refuses a hole in a list',
      { query: 'q', tools: [undefined] },
      'tools[0]: expected an object, got undefined',
    ],
    ['refuses what is no list', { query: 'q', tools: 5 }, 'tools: expected a list, got 5'],
  ])('%s', (_, options, message) => {
    expect(messageFor(options)).toBe(message);
  });

  it.each<[options: object, message: string]>([
    [{ maxStep: 3 }, 'maxStep: unknown option; did you mean maxSteps?'],
    [{ max_steps: 3 }, 'max_steps: unknown option; did you mean maxSteps?'],
    [{ maxTokens: 3 }, 'maxTokens: unknown option; give it as limits.maxTokens'],
    [{ maxToken: 3 }, 'maxToken: unknown option; did you mean limits.maxTokens?'],
    [{ limits: { maxSteps: 3 } }, 'limits.maxSteps: unknown option; give it as maxSteps'],
    [
      { limits: { maxToken: 3 } },
      'limits.maxToken: unknown option; did you mean limits.maxTokens?',
    ],
    [{ limits: { zebra: 3 } }, 'limits.zebra: unknown option; known are maxTokens, timeoutMs'],
    [{ tools: [{ nam: 'x' }] }, 'tools[0].nam: unknown option; did you mean tools[0].name?'],
    [{ prompt: 'x' }, 'prompt: unknown option; did you mean query?'],
    [{ zebra: undefined }, 'zebra: unknown option; known are query, maxSteps, limits, tools'],
    [{ constructor: 1 }, 'constructor: unknown option; known are query, maxSteps, limits, tools'],
  ])('refuses the unknown name in %j', (options, message) => {
    expect(messageFor({ query: 'q', ...options })).toBe(message);
  });

  it('lets optional options be absent as a whole', () => {
    expect(() => {
      checkOptions(undefined, fields<Limits>({ maxTokens: bound(1), timeoutMs: text }), refuse);
    }).not.toThrow();
  });
});

describe('shape', () => {
  const person = shape('a person', { name: required(someText), age: wholeNumber() });

  it('looks at the fields that it knows and lets others be', () => {
    expect(() => {
      checkOption('who', { name: 'Ada', nam: 1 }, person, refuse);
    }).not.toThrow();
  });

  it.each([
    [null, 'who: expected a person, got null'],
    [[], 'who: expected a person, got an empty list'],
    [{}, 'who.name: expected text that is not empty, got undefined'],
    [{ name: 'Ada', age: -1 }, 'who.age: expected a whole number from 0, got -1'],
  ])('refuses %j', (value, message) => {
    expect(() => {
      checkOption('who', value, person, refuse);
    }).toThrow(message);
  });
});

describe('advised', () => {
  const list = advised(listOf(text), (value) => (value === 'x' ? 'give a list: [x]' : undefined));

  it('adds advice to the fault of the value itself, where it has some', () => {
    for (const [value, message] of [
      ['x', 'a: expected a list, got "x"; give a list: [x]'],
      ['y', 'a: expected a list, got "y"'],
      [[1], 'a[0]: expected text, got 1'],
    ] as const) {
      expect(() => {
        checkOption('a', value, list, refuse);
      }).toThrow(new Refused(message));
    }
  });
});

describe('checkOption', () => {
  it.each([
    ['wholeNumber', wholeNumber(1), [1, 7], [0, 1.5, NaN, Infinity, '1', 2 ** 60, null]],
    ['bound', bound(1), [1, Infinity], [0, NaN, -Infinity, '1']],
    ['numberFrom', numberFrom(0), [0, 0.5, Infinity], [-1, NaN, '0', null]],
    ['numberFrom to', numberFrom(0, 9), [0, 9], [10, Infinity]],
    ['orFalse', orFalse(text), ['', false], [true, null]],
    ['positiveNumber', positiveNumber, [0.1, Infinity], [0, -1, NaN, '1']],
    ['text', text, ['', 'a'], [1, null, ['a']]],
    ['someText', someText, ['a'], ['', ' \n', 1]],
    ['trueOrFalse', trueOrFalse, [true, false], [0, 'true', null]],
    ['callable', callable, [() => 1, Map], [{}, null]],
    ['oneOf', oneOf('strict', 'compat'), ['strict'], ['Strict', '', null]],
    ['abortSignal', abortSignal, [new AbortController().signal], [{}, new AbortController(), null]],
    ['withMethods', withMethods('a map', ['get']), [new Map()], [{ get: 1 }, null, 'get']],
    ['listOf', listOf(text, 1), [['a']], [[], [1], 'a', null, { length: 1 }]],
    ['recordOf', recordOf(text), [{}, { a: 'b' }], [{ a: 1 }, { a: undefined }, [], null, 'a']],
    ['anyOf', anyOf(text, trueOrFalse), ['a', true], [1, null]],
  ] as const)('holds a value against %s', (_, rule, accepted, refused) => {
    for (const value of accepted) {
      expect(() => {
        checkOption('x', value, rule, refuse);
      }).not.toThrow();
    }
    for (const value of refused) {
      expect(() => {
        checkOption('x', value, rule, refuse);
      }).toThrow(Refused);
    }
  });

  it('puts several choices into words', () => {
    const choice = anyOf(oneOf('a', 'b', 'c'), text);
    expect(() => {
      checkOption('x', 3, choice, refuse);
    }).toThrow("x: expected 'a', 'b' or 'c' or text, got 3");
  });
});

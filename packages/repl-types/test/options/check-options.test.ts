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
  type OptionFault,
} from '../../src/options/index.js';
import { callable, recordOf } from '../../src/options/rules.js';
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

const refuse = ({ message }: OptionFault): Error => new Refused(message);

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
    ['refuses null', null, 'Expected options to be an object, got null.'],
    [
      'refuses nothing where it is required',
      undefined,
      'Expected options to be an object, got undefined.',
    ],
    ['refuses a list', [1], 'Expected options to be an object, got a list of 1.'],
    ['refuses text', 'q', 'Expected options to be an object, got "q".'],
    ['names what is missing', {}, 'Expected query to be text that is not empty, got undefined.'],
    ['names a wrong type', { query: 3 }, 'Expected query to be text that is not empty, got 3.'],
    [
      'refuses null for an option',
      { query: 'q', maxSteps: null },
      'Expected maxSteps to be a whole number from 0, got null.',
    ],
    [
      'gives the path of a field',
      { query: 'q', limits: { maxTokens: -3 } },
      'Expected limits.maxTokens to be a whole number from 1, got -3.',
    ],
    [
      'refuses null for fields',
      { query: 'q', limits: null },
      'Expected limits to be an object, got null.',
    ],
    [
      'gives the place in a list',
      { query: 'q', tools: [{ name: 'a' }, { name: '' }] },
      'Expected tools[1].name to be text that is not empty, got "".',
    ],
    [
      'refuses null in a list',
      { query: 'q', tools: [null] },
      'Expected tools[0] to be an object, got null.',
    ],
    [
      'refuses a hole in a list',
      { query: 'q', tools: [undefined] },
      'Expected tools[0] to be an object, got undefined.',
    ],
    ['refuses what is no list', { query: 'q', tools: 5 }, 'Expected tools to be a list, got 5.'],
  ])('%s', (_, options, message) => {
    expect(messageFor(options)).toBe(message);
  });

  it.each<[options: object, message: string]>([
    [{ maxStep: 3 }, 'Unknown option maxStep. Did you mean maxSteps?'],
    [{ max_steps: 3 }, 'Unknown option max_steps. Did you mean maxSteps?'],
    [{ maxTokens: 3 }, 'Unknown option maxTokens. Pass it as limits.maxTokens.'],
    [{ maxToken: 3 }, 'Unknown option maxToken. Did you mean limits.maxTokens?'],
    [{ limits: { maxSteps: 3 } }, 'Unknown option limits.maxSteps. Pass it as maxSteps.'],
    [{ limits: { maxToken: 3 } }, 'Unknown option limits.maxToken. Did you mean limits.maxTokens?'],
    [{ limits: { zebra: 3 } }, 'Unknown option limits.zebra. Known options: maxTokens, timeoutMs.'],
    [{ tools: [{ nam: 'x' }] }, 'Unknown option tools[0].nam. Did you mean tools[0].name?'],
    [{ prompt: 'x' }, 'Unknown option prompt. Did you mean query?'],
    [{ zebra: undefined }, 'Unknown option zebra. Known options: query, maxSteps, limits, tools.'],
    [
      { constructor: 1 },
      'Unknown option constructor. Known options: query, maxSteps, limits, tools.',
    ],
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
    [null, /\bwho .* a person, got null\./],
    [[], /\bwho .* a person, got an empty list\./],
    [{}, /\bwho\.name .* text .*, got undefined\./],
    [{ name: 'Ada', age: -1 }, /\bwho\.age .* whole number from 0, got -1\./],
  ])('refuses %j', (value, message) => {
    expect(() => {
      checkOption('who', value, person, refuse);
    }).toThrow(message);
  });
});

describe('advised', () => {
  const list = advised(listOf(text), (value) => (value === 'x' ? 'Pass a list: [x].' : undefined));

  it('adds advice to the fault of the value itself, where it has some', () => {
    for (const [value, message] of [
      ['x', 'Expected a to be a list, got "x". Pass a list: [x].'],
      ['y', 'Expected a to be a list, got "y".'],
      [[1], 'Expected a[0] to be text, got 1.'],
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
    }).toThrow(/\bx\b.*'a', 'b' or 'c' or text, got 3/);
  });
});

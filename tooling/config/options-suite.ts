import { describe, expect, it } from 'vitest';

import { errorWith } from './error-with.js';

/** Calls a function with anything: what a program without types may give. */
export type OptionsCall = (options: never) => unknown;

/**
 * Options that are wrong, each with the option that the error names, and the facts of its message: the value that was
 * found (`got 5`), or the names to use instead. The rest of the sentence is not compared.
 */
export type WrongOptions = readonly (readonly [
  given: object,
  option: string,
  ...facts: readonly string[],
])[];

/** A class of errors. */
interface ErrorType {
  isInstance(value: unknown): value is Error;
}

/** A function with options, and what its options may be. */
export interface OptionsEntry {
  readonly call: OptionsCall;
  readonly right: object;
  /** Each is laid over `right`. */
  readonly wrong: WrongOptions;
  /** What is no object and yet no mistake here, such as null. */
  readonly takes?: readonly unknown[];
  /** If it is not the package's usual one. */
  readonly error?: ErrorType;
}

/** Values that are not an object of options, with the words for each. */
const others = [
  [null, 'null'],
  [5, '5'],
  ['text', '"text"'],
  [true, 'true'],
  [[], 'an empty list'],
] as const;

/** What every loop refuses of the settings of model calls, and of settings in a wrong place. */
export const wrongSettings: WrongOptions = [
  [{ temperature: 0 }, 'temperature', 'settings.root.temperature'],
  [{ topP: 1 }, 'topP', 'settings.root.topP'],
  [{ headers: {} }, 'headers', 'settings.root.headers'],
  [{ stopSequences: [] }, 'stopSequences', 'settings.root.stopSequences'],
  [{ providerOptions: {} }, 'providerOptions', 'settings.root.providerOptions'],
  [{ maxOutputTokens: 5 }, 'maxOutputTokens', 'limits.maxOutputTokens'],
  [{ settings: { temperature: 0 } }, 'settings.temperature', 'Unknown option'],
  [{ settings: { root: { temperature: -1 } } }, 'settings.root.temperature', 'got -1'],
  [{ settings: { sub: { topP: 1.5 } } }, 'settings.sub.topP', 'got 1.5'],
  [{ settings: { wrapUp: { seed: 'x' } } }, 'settings.wrapUp.seed', 'got "x"'],
  [{ settings: { root: { stopSequences: [1] } } }, 'settings.root.stopSequences[0]', 'got 1'],
  [{ settings: { root: { headers: { a: 1 } } } }, 'settings.root.headers.a', 'got 1'],
  [
    { settings: { root: { providerOptions: { openai: 1 } } } },
    'settings.root.providerOptions.openai',
    'got 1',
  ],
  [{ promptCache: true }, 'promptCache', 'got true'],
];

/** Matches an `InvalidOptionError` for an option whose message has these facts, as in `toThrow(invalidOption('limits', 'got 5'))`. */
export const invalidOption = (option: string, ...facts: readonly (string | RegExp)[]) =>
  errorWith({ code: 'invalid_option', details: { option }, facts });

/**
 * The tests that every function with options passes: right options pass. What is no object, an unknown name and wrong
 * values are refused with the package's typed error, whether it is thrown or rejected with.
 *
 * @param details What a refusal of what is no object has beside its message.
 */
export function testOptions(
  entries: Readonly<Record<string, OptionsEntry>>,
  Refusal: ErrorType,
  details: object = {},
): void {
  describe.each(Object.entries(entries))('the options of %s', (_, entry) => {
    const { call, right, wrong, takes = [], error: Type = Refusal } = entry;

    const refusalOf = async (options: unknown): Promise<Error> => {
      try {
        await call(options as never);
      } catch (error) {
        if (Type.isInstance(error)) return error;
        throw error;
      }
      throw new Error('nothing was refused');
    };

    it('pass when they are right', async () => {
      const called = (async () => void (await call(right as never)))();
      await expect(called).resolves.toBe(undefined);
    });

    it.each(others.filter(([given]) => !takes.includes(given)))(
      'must be an object: %j is none',
      async (given, words) => {
        const refusal = await refusalOf(given);
        expect(refusal.message).toContain(`Expected options to be an object, got ${words}.`);
        expect(refusal).toMatchObject(details);
      },
    );

    it('must be known', async () => {
      const { message } = await refusalOf({ ...right, zebraCrossing: 1 });
      expect(message).toContain('Unknown option zebraCrossing. Known options: ');
    });

    it.for(wrong)('%j is refused: %s', async ([given, option, ...facts]) => {
      const refusal = await refusalOf({ ...right, ...given });
      expect(refusal).toEqual(invalidOption(option, ...facts));
      expect(refusal.message).toMatch(/[.?]$/);
    });
  });
}

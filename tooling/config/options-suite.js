import { describe, expect, it } from 'vitest';

import { errorWith } from './error-with.js';

/** Values that are not an object of options, with the words for each. */
const others = /** @type {const} */ ([
  [null, 'null'],
  [5, '5'],
  ['text', '"text"'],
  [true, 'true'],
  [[], 'an empty list'],
]);

/** @type {import('./options-suite.js').WrongOptions} */
export const wrongSettings = [
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

/** @type {typeof import('./options-suite.js').invalidOption} */
export function invalidOption(option, ...facts) {
  return errorWith({ code: 'invalid_option', details: { option }, facts });
}

/**
 * The tests that every function with options passes: right options pass. What is no object, an unknown name and wrong
 * values are refused with the package's typed error, whether it is thrown or rejected with.
 *
 * @type {typeof import('./options-suite.js').testOptions}
 */
export function testOptions(entries, Refusal, details = {}) {
  describe.each(Object.entries(entries))('the options of %s', (_, entry) => {
    const { call, right, wrong, takes = [], error: Type = Refusal } = entry;

    /** @param {unknown} options */
    const refusalOf = async (options) => {
      try {
        await call(/** @type {never} */ (options));
      } catch (error) {
        if (Type.isInstance(error)) return error;
        throw error;
      }
      throw new Error('nothing was refused');
    };

    it('pass when they are right', async () => {
      const fault = await (async () => call(/** @type {never} */ (right)))().then(
        () => undefined,
        (/** @type {unknown} */ error) => error,
      );
      expect(fault).toBe(undefined);
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

    it.each(wrong)('%j is refused: %s', async (given, option, ...facts) => {
      const refusal = await refusalOf({ ...right, ...given });
      expect(refusal).toEqual(invalidOption(option, ...facts));
      expect(refusal.message).toMatch(/[.?]$/);
    });
  });
}

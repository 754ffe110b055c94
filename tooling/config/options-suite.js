import { describe, expect, it } from 'vitest';

/** What is no object of options, with the words for it. */
const others = /** @type {const} */ ([
  [null, 'null'],
  [5, '5'],
  ['text', '"text"'],
  [true, 'true'],
  [[], 'an empty list'],
]);

/**
 * The tests that every function with options passes: right options pass; what is no object, a name that nobody knows and wrong
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
        expect(refusal.message).toContain(`options: expected an object, got ${words}`);
        expect(refusal).toMatchObject(details);
      },
    );

    it('must be known', async () => {
      const { message } = await refusalOf({ ...right, zebraCrossing: 1 });
      expect(message).toContain('zebraCrossing: unknown option; known are ');
    });

    it.each(wrong)('%j is refused with: %s', async (given, message) => {
      expect((await refusalOf({ ...right, ...given })).message).toContain(message);
    });
  });
}

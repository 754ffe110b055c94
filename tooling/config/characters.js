/*
 * All characters of Unicode by number, for property tests: `fc.string({ unit: fc.nat(lastCharacter).map(characterAt, numberOf) })`.
 * `fc.string({ unit: 'binary' })` gives the same texts, and keeps a table of 86 MB in its process: each collection of garbage by a
 * test of the same worker then takes 70 ms more.
 */

const surrogates = { first: 0xd800, count: 0x800 };

/** The number of the last character. Surrogates are no characters, and have none. */
export const lastCharacter = 0x10ffff - surrogates.count;

/** @param {number} number */
export function characterAt(number) {
  return String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count);
}

/**
 * The reverse: for texts that fast-check brings along, such as names of prototypes.
 *
 * @param {unknown} text
 */
export function numberOf(text) {
  const [character, more] = typeof text === 'string' ? text : '';
  if (character === undefined || more !== undefined || !character.isWellFormed()) {
    throw new Error('this is not one character');
  }
  const point = character.codePointAt(0) ?? 0;
  return point < surrogates.first ? point : point - surrogates.count;
}

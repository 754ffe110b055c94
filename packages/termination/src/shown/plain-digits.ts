const digits: readonly (readonly [digit: string, letter: string])[] =
  /* @__PURE__ */ Object.entries({
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
    '!': 'i',
    '@': 'a',
    $: 's',
    '|': 'l',
  });

/** Replaces digits and marks by the letters that they imitate: `F1N4L`. */
export function plainDigits(text: string): string {
  return digits.reduce((plain, [digit, letter]) => plain.replaceAll(digit, letter), text);
}

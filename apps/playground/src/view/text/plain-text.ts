/** What steers a terminal, or turns the direction of what follows. */
const steering = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text that a model, a file or code wrote, for a terminal: what would move its cursor, set its title or its colours is shown and not
 * sent. Line breaks and tabs stay.
 */
export const plainText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(steering, picture);

/** Colours, as `styleFor` sets them, and no other: one that hides text is shown. */
const colours = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:1|2|7|22|27|31|32|36|39)m)`);

/**
 * Text between colours: whatever came into it on its way (the name of a file, of a model), nothing but the colours steers
 * a terminal.
 */
export const colouredText = (text: string): string =>
  text
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join('');

function picture(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.charCodeAt(0);
  // Unicode has pictures of the first 32, and of DEL.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
}

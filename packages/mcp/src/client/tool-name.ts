/** The longest name of a tool that models take. */
const maxChars = 64;

/**
 * The name of a tool in a run: `prefix` and the server's name, with `_` for everything that is no letter, digit or `_`,
 * so that code can call it too. Undefined if nothing usable is left.
 */
export function toolNameOf(prefix: string, name: string): string | undefined {
  const plain = `${prefix}${name}`.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const started = /^[0-9]/.test(plain) ? `_${plain}` : plain;
  return /[A-Za-z0-9]/.test(started) && started.length <= maxChars ? started : undefined;
}

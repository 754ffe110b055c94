/** A whole number with its thousands set apart. */
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** A duration in the unit that reads best. */
export const duration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Text on one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 3).trimEnd()}...`;
}

/** Every line of a text behind a margin. */
export const indent = (text: string, margin: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${margin}${line}`.trimEnd())
    .join('\n');

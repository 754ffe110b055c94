const namesError = /^[\w. ]*(?:error|exception)\b(?: \[\w+\])?(?::|$)/i;
const heading = 'Traceback (most recent call last):';

/** The line of what a program wrote to stderr that says why it ended: the first that names an error, else the first; '' if there is none. */
export function tellingLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.endsWith(heading));
  return (lines.find((line) => namesError.test(line)) ?? lines[0] ?? '').trim();
}

/** How something ended, with what it said of that. */
export function saying(how: string, said: string): string {
  return said === '' ? how : `${how}: ${said}`;
}

import type { WriteStream } from 'node:tty';

/** Where output goes: a terminal, a pipe, or a test's buffer. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Ways to set words apart; plain text where the output shows no colours. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly inverse: (text: string) => string;
}

/** What the environment says of a terminal. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an output is a terminal that takes escapes: TERM=dumb names one that does not. */
export function isLive(output: Output | WriteStream, environment: Environment): boolean {
  return output.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether an output gets colours: as FORCE_COLOR says, else a terminal that takes escapes, unless NO_COLOR is set. */
function isColoured(output: Output | WriteStream, environment: Environment): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none = '' } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isLive(output, environment) && none === '';
}

/** The style for an output. */
export function styleFor(output: Output | WriteStream, environment: Environment): Style {
  const coloured = isColoured(output, environment);
  const paint = (open: number, close: number) => (text: string) =>
    coloured ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    accent: paint(36, 39),
    good: paint(32, 39),
    bad: paint(31, 39),
    inverse: paint(7, 27),
  };
}

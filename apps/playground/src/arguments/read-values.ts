import { UsageError } from '../usage-error.js';

/** The option of this name, where the command line has it. */
type Has<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;

/** A whole number of the command line, or undefined if it was not given. */
export function readCount<Name extends string>(
  name: Name,
  values: Has<Name, string>,
  least: number,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const count = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(count) || count < least) {
    throw new UsageError(
      `--${name} takes a whole number from ${least}, not ${JSON.stringify(text)}`,
    );
  }
  return count;
}

/** An amount of the command line, zero or more, or undefined if it was not given. */
export function readAmount<Name extends string>(
  name: Name,
  values: Has<Name, string>,
): number | undefined {
  const text: string | undefined = values[name];
  if (text === undefined) return undefined;
  const amount = Number(text);
  if (text.trim() === '' || !Number.isFinite(amount) || amount < 0) {
    throw new UsageError(`--${name} takes an amount such as 0.5, not ${JSON.stringify(text)}`);
  }
  return amount;
}

const millisecondsOf = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** An age such as `30d`, in milliseconds, or undefined if the command line has none. */
export function readAge<Name extends string>(
  name: Name,
  values: Has<Name, string>,
): number | undefined {
  const text: string | undefined = values[name];
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new UsageError(
      `--${name} takes a number and m, h, d or w, such as 30d, not ${JSON.stringify(text)}`,
    );
  }
  return Number(count) * millisecondsOf[unit as keyof typeof millisecondsOf];
}

/** The path of a file or folder, which must not be empty, or undefined if it was not given. */
export function readPath<Name extends string>(
  name: Name,
  values: Has<Name, string>,
  kind: 'file' | 'folder',
): string | undefined {
  const text: string | undefined = values[name];
  if (text === '') throw new UsageError(`--${name} needs a ${kind}`);
  return text;
}

/** The output format that the command line asks for, or undefined if it does not say. */
export function readOutput({
  json,
  events,
  quiet,
}: Has<'json' | 'events' | 'quiet', boolean>): 'json' | 'events' | 'quiet' | undefined {
  if (json === true && events === true) {
    throw new UsageError('--json and --events exclude each other');
  }
  if (json === true) return 'json';
  if (events === true) return 'events';
  return quiet === true ? 'quiet' : undefined;
}

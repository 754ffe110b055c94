import { providerNames, type ProviderName } from '../models/providers.js';
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

/** Whether runs are written down, and where; undefined: in the user's own folder. */
export function readKeeping(values: Has<'runs', string> & Has<'no-journal', boolean>): {
  readonly runs: string | undefined;
  readonly journal: boolean;
} {
  if (values['no-journal'] === true && values.runs !== undefined) {
    throw new UsageError('--no-journal and --runs exclude each other');
  }
  return { runs: readPath('runs', values, 'folder'), journal: values['no-journal'] !== true };
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

const millisecondsOf = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** A time such as `30s`, `5m` or `30d`, in milliseconds, or undefined if the command line has none. */
export function readDuration<Name extends string>(
  name: Name,
  values: Has<Name, string>,
  leastMs: number,
): number | undefined {
  const text: string | undefined = values[name];
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/.exec(text) ?? [];
  const ms = Math.round(Number(count) * millisecondsOf[unit as keyof typeof millisecondsOf]);
  if (Number.isSafeInteger(ms) && ms >= leastMs) return ms;
  throw new UsageError(
    `--${name} takes a time such as 30s, 5m, 2h or 30d (ms, s, m, h, d, w), not ${JSON.stringify(text)}`,
  );
}

/** The headers of `--header "name: value"`, or undefined if the command line has none. No message shows a value, which may be a key. */
export function readHeaders({
  header,
}: Has<'header', string>): Readonly<Record<string, string>> | undefined {
  if (header === undefined) return undefined;
  const entries = header.split('\n').map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\u0020-\u007E]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--header takes a name and a value: --header "x-team: red"');
    }
    return [name.toLowerCase(), value.trim()] as const;
  });
  return Object.fromEntries(entries);
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

/** The provider that the command line names, or undefined. */
export const readProvider = ({ provider }: Has<'provider', string>): ProviderName | undefined =>
  providerNames.find((name) => name === provider);

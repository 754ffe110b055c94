import { definedFields } from '@rlm/repl-types/internal';

import { fetchHere } from './fetch-here.js';
import { hintForStatus } from './hint-for.js';

/** What an OpenAI-compatible server says of itself. */
export type Probe =
  | { readonly ok: true; readonly models: readonly string[] }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether it answered that it has no list of models: its models can be asked by their names. */
      readonly hasNoList?: boolean | undefined;
    };

/** Asks a server for its models, which tells whether it is there, within `timeoutMs`. */
export async function probeEndpoint(
  baseUrl: string,
  {
    apiKey,
    headers,
    list = 'models',
    timeoutMs,
    hint: hintOf = hintForStatus,
  }: {
    readonly apiKey?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Where the list of models is, behind the address; default: `models`. */
    readonly list?: string;
    readonly timeoutMs: number;
    /** What to do about a status; default: what the command line says. */
    readonly hint?: (status: number) => string | undefined;
  },
): Promise<Probe> {
  try {
    const response = await fetchHere(`${baseUrl.replace(/\/+$/, '')}/${list}`, {
      headers: definedFields({
        authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}`,
        ...headers,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      const status = `it answered ${response.status} ${response.statusText}`.trim();
      const hint = hintOf(response.status);
      return {
        ok: false,
        reason: hint === undefined ? status : `${status}; ${hint}`,
        hasNoList: [404, 405, 501].includes(response.status) ? true : undefined,
      };
    }
    const listed: unknown = await response.json();
    const models = modelsIn(listed);
    return models === undefined
      ? {
          ok: false,
          reason: `its list of models is not in the ${list === 'models' ? 'OpenAI' : 'usual'} format`,
        }
      : { ok: true, models };
  } catch (error) {
    return { ok: false, reason: describeFault(error, timeoutMs) };
  }
}

/** The ids of a list in the OpenAI format, or in that of Google. */
function modelsIn(listed: unknown): readonly string[] | undefined {
  const { data, models } = (listed ?? {}) as Readonly<Record<'data' | 'models', unknown>>;
  const entries: unknown = data ?? models;
  if (!Array.isArray(entries)) return undefined;
  const ids = entries.map((entry: unknown) => {
    const { id, name } = (entry ?? {}) as Readonly<Record<'id' | 'name', unknown>>;
    return id ?? (typeof name === 'string' ? name.replace(/^models\//, '') : undefined);
  });
  return ids.filter((id) => typeof id === 'string');
}

function describeFault(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error)
    return cause.errors[0].message;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

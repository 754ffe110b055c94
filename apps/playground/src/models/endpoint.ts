import { fetchHere } from './fetch-reply.js';
import { hintForStatus } from './hint-for.js';

/** What an OpenAI-compatible server says of itself. */
export type Probe =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Asks a server for its models, which tells whether it is there, within `timeoutMs`. */
export async function probeEndpoint(
  baseUrl: string,
  {
    apiKey,
    headers,
    timeoutMs,
  }: {
    readonly apiKey?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly timeoutMs: number;
  },
): Promise<Probe> {
  try {
    const response = await fetchHere(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      const status = `it answered ${response.status} ${response.statusText}`.trim();
      const hint = hintForStatus(response.status);
      return { ok: false, reason: hint === undefined ? status : `${status}; ${hint}` };
    }
    const listed: unknown = await response.json();
    const models = modelsIn(listed);
    return models === undefined
      ? { ok: false, reason: 'its list of models is not in the OpenAI format' }
      : { ok: true, models };
  } catch (error) {
    return { ok: false, reason: describeFault(error, timeoutMs) };
  }
}

function modelsIn(listed: unknown): readonly string[] | undefined {
  const data =
    typeof listed === 'object' && listed !== null && 'data' in listed ? listed.data : undefined;
  if (!Array.isArray(data)) return undefined;
  const ids = data.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined,
  );
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

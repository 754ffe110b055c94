import { boundedResponse } from './bounded-response.js';

/** The `fetch` of Node.js gives up after five minutes of silence: with this one, `limits.callTimeoutMs` alone counts. */
let patientFetch: Promise<typeof fetch> | undefined;

async function openPatientFetch(): Promise<typeof fetch> {
  const { Agent, fetch: ask } = await import('undici');
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const patient = (input: never, init: object): unknown => ask(input, { ...init, dispatcher });
  return patient as typeof fetch;
}

/** `fetch` without redirects, and for answers of a bounded length: only the server at the address gets what is sent. */
export const fetchHere: typeof fetch = async (input, init) => {
  // It takes a tenth of a second to load: only an endpoint needs it.
  const ask = await (patientFetch ??= openPatientFetch());
  const response = await ask(input, { ...init, redirect: 'manual' });
  const isSentOn =
    response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status);
  if (!isSentOn) return boundedResponse(response, addressIn(input));
  await response.body?.cancel();
  const target = response.headers.get('location');
  throw new Error(
    `${addressIn(input)} redirects${target === null ? '' : ` to ${target}`}, and redirects are not followed. If you trust that place, name it with --base-url`,
  );
};

const addressIn = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

import { boundedResponse } from './bounded-response.js';

/**
 * `fetch` for a model's replies. An address that sends on to another is an error, since the text would follow. A page in HTML, as
 * proxies, log-in pages and mistyped addresses give it with the status 200, is an error that says so, and no empty reply.
 */
export const fetchReply: typeof fetch = async (input, init) => {
  const response = await fetchHere(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^text\/html\b/i.test(type)) return response;
  await response.body?.cancel();
  throw new Error(
    `${addressIn(input)} answered with a web page instead of a model's reply; is the base URL right (it mostly ends in /v1)?`,
  );
};

/** `fetch` without redirects, and for answers of a bounded length: only the server at the address gets what is sent. */
export const fetchHere: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
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

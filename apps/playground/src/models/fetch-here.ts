import { boundedResponse } from './bounded-response.js';

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

/**
 * `fetch` for a model's replies: a page in HTML, as proxies, log-in pages and mistyped addresses give it
 * with the status 200, is an error that says so, and no empty reply.
 */
export const fetchReply: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^text\/html\b/i.test(type)) return response;
  await response.body?.cancel();
  const address = input instanceof Request ? input.url : String(input);
  throw new Error(
    `${address} answered with a web page instead of a model's reply; is the base URL right (it mostly ends in /v1)?`,
  );
};

/** Takes the token out of the address: the cookie lets in, and nobody is to read it in the history or in a picture of the page. */
export function forgetToken(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('token')) return;
  url.searchParams.delete('token');
  window.history.replaceState(null, '', url);
}

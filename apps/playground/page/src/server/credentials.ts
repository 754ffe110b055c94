/**
 * Where the token is kept: the store of this origin, port included. Unlike a cookie, the browser sends it nowhere by itself, and a
 * page of another port cannot read it; all tabs of this page can.
 */
const key = 'rlm-credentials';

/** For browsers that keep no store: then each tab needs the address with the token. */
let inMemory: string | undefined;

/**
 * Takes the token from the part of the address after `#`, and out of the address, so that it cannot be read in the history or in a
 * picture of the page. Any site may link to this page with a token: one that is kept is replaced only if the server accepts the new
 * one. Returns whether the page has the token of the address.
 */
export async function takeToken(): Promise<boolean> {
  const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (token === undefined) return false;
  window.history.replaceState(null, '', window.location.pathname);
  const before = read();
  // The name after the token tells clients apart: each browser has one.
  if (before?.startsWith(`${token}.`) === true) return true;
  const given = `${token}.${crypto.randomUUID()}`;
  if (before !== undefined && !(await isAccepted(given))) return false;
  keep(given);
  return true;
}

async function isAccepted(given: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${given}` };
    return (await fetch('/api/runs', { headers, credentials: 'omit' })).ok;
  } catch {
    return false;
  }
}

/** The headers that say to the server who asks. */
export function credentials(): Readonly<Record<string, string>> {
  const kept = read();
  return kept === undefined ? {} : { authorization: `Bearer ${kept}` };
}

function read(): string | undefined {
  try {
    return localStorage.getItem(key) ?? inMemory;
  } catch {
    return inMemory;
  }
}

function keep(value: string): void {
  inMemory = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it is forgotten with the tab.
  }
}

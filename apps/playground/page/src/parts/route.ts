import { useSyncExternalStore } from 'react';

/** Where in the page one is: the part of the address behind `#`. */
export type Route =
  | {
      readonly name: 'ask';
      /** The run that is asked again. */
      readonly again?: string;
    }
  | { readonly name: 'runs' }
  | { readonly name: 'open' }
  | { readonly name: 'run'; readonly id: string };

/** Reads the part of the address behind `#`; what is unknown is the first page. */
export function parseRoute(hash: string): Route {
  const [name, first] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  if (name === 'ask' && first) return { name: 'ask', again: first };
  if (name === 'runs' && first) return { name: 'run', id: first };
  if (name === 'runs') return { name: 'runs' };
  if (name === 'open') return { name: 'open' };
  return { name: 'ask' };
}

/** The address of a place in the page. */
export function hrefOf(route: Route): string {
  switch (route.name) {
    case 'ask':
      return route.again === undefined ? '#/' : `#/ask/${encodeURIComponent(route.again)}`;
    case 'run':
      return `#/runs/${encodeURIComponent(route.id)}`;
    default:
      return `#/${route.name}`;
  }
}

/** Goes there. */
export function go(route: Route): void {
  window.location.hash = hrefOf(route);
}

/** The current place, as text. A component that reads it is rendered again when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

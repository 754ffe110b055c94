import { useSyncExternalStore } from 'react';

import type { ModelInfo, NamedEndpoint } from '../../../src/api.js';
import { request } from './request.js';

/** An endpoint that a person named, and its models. */
interface Named {
  readonly endpoint: NamedEndpoint;
  readonly models: readonly ModelInfo[];
}

/** Kept in this variable alone: neither in a store of the browser nor in an address. It is forgotten with the tab, or a reload. */
let named: Named | undefined;
const listeners = new Set<() => void>();

function set(next: Named | undefined): void {
  named = next;
  for (const listener of listeners) listener();
}

/** The endpoint that is named in this tab. */
export function useNamed(): Named | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => named,
  );
}

/** Asks an endpoint for its models, through the server; names it if it answers. */
export async function nameEndpoint(endpoint: NamedEndpoint): Promise<readonly ModelInfo[]> {
  const { models } = await request<{ models: ModelInfo[] }>('POST', '/api/endpoints', endpoint);
  if (models.length === 0) throw new Error('This endpoint lists no model.');
  set({ endpoint, models });
  return models;
}

/** Forgets the endpoint and its key. */
export function forgetEndpoint(): void {
  set(undefined);
}

/** The endpoint, for a request that may need it. */
export const namedEndpoint = (): { readonly endpoint?: NamedEndpoint } =>
  named === undefined ? {} : { endpoint: named.endpoint };

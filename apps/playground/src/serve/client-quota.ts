import { createByteQuota, type ByteQuota } from '@rlm/repl-types/internal';

/** Who has taken all that there is: the client its share, or all clients together. */
type Full = 'client' | 'all';

/** How much there is of something, in all and for each client. */
export interface ClientLimits {
  readonly inAll: number;
  readonly perClient: number;
}

/** An amount of something, bytes or places, for all clients together, of which each may take a share. */
export interface ClientQuota {
  /** Counts `amount`; says what is full, and counts nothing, if it does not fit. */
  take(client: string, amount: number): Full | undefined;
  /** Gives back what was taken. */
  free(client: string, amount: number): void;
  /** How much this client may still take. */
  left(client: string): number;
}

/**
 * A quota that nothing has been taken from. The name of a client is its own choice: the share is fairness between honest clients,
 * and `inAll` the bound that holds for every other.
 */
export function createClientQuota({ inAll, perClient }: ClientLimits): ClientQuota {
  const all = createByteQuota(inAll);
  const shares = new Map<string, ByteQuota>();
  return {
    take(client, amount) {
      const share = shares.get(client) ?? createByteQuota(perClient);
      if (!share.take(amount)) return 'client';
      if (!all.take(amount)) {
        share.free(amount);
        return 'all';
      }
      shares.set(client, share);
      return undefined;
    },
    free(client, amount) {
      all.free(amount);
      const share = shares.get(client);
      share?.free(amount);
      if (share?.usedBytes === 0) shares.delete(client);
    },
    left: (client) =>
      Math.min(all.maxBytes - all.usedBytes, perClient - (shares.get(client)?.usedBytes ?? 0)),
  };
}

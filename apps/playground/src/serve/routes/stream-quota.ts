import { createClientQuota, type ClientLimits } from '../client-quota.js';
import { ProblemError } from '../http/problem.js';

/** Counts the answers that stay open. */
export interface StreamQuota {
  /** Throws if no more may be open; the returned function says that it has ended. */
  enter(client: string): () => void;
}

/** A quota of answers that stay open. */
export function createStreamQuota(limits: ClientLimits): StreamQuota {
  const quota = createClientQuota(limits);
  return {
    enter(client) {
      const full = quota.take(client, 1);
      if (full !== undefined) {
        throw new ProblemError(
          'busy',
          full === 'client'
            ? `you read ${limits.perClient} runs at once, and may read no more: close a page`
            : `${limits.inAll} readers are there, which is all that this server takes: try again when one has left`,
          { 'Retry-After': '5' },
        );
      }
      return () => {
        quota.free(client, 1);
      };
    },
  };
}

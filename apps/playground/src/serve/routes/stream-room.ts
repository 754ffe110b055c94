import { createClientBudget } from '../client-budget.js';
import { ProblemError } from '../http/problem.js';

/** How many answers may be under way that stay open. */
export interface StreamLimits {
  readonly inAll: number;
  readonly perClient: number;
}

/** Counts the answers that stay open. */
export interface StreamRoom {
  /** Throws if there is no room; the function that it gives makes room again. */
  enter(client: string): () => void;
}

/** Room for a number of answers. */
export function createStreamRoom({ inAll, perClient }: StreamLimits): StreamRoom {
  const places = createClientBudget(inAll, perClient);
  return {
    enter(client) {
      const full = places.take(client, 1);
      if (full !== undefined) {
        throw new ProblemError(
          'busy',
          full === 'client'
            ? `you read ${perClient} runs at once, and may read no more: close a page`
            : `${inAll} readers are there, which is all that this server takes: try again when one has left`,
          { 'Retry-After': '5' },
        );
      }
      return () => {
        places.free(client, 1);
      };
    },
  };
}

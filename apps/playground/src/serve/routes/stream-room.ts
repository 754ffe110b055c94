import { ProblemError } from '../http/problem.js';

/** How many answers may be under way that stay open. */
export interface StreamLimits {
  readonly inAll: number;
  readonly perClient: number;
}

/** Counts the answers that stay open. */
export interface StreamRoom {
  /** Throws where there is no room; the function that it gives makes room again. */
  enter(client: string): () => void;
}

/** Room for so many. */
export function createStreamRoom({ inAll, perClient }: StreamLimits): StreamRoom {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(client) {
      const hisOwn = open.get(client) ?? 0;
      if (hisOwn >= perClient || all >= inAll) {
        throw new ProblemError(
          'busy',
          hisOwn >= perClient
            ? `you read ${hisOwn} runs at once, and may read no more: close a page`
            : `${all} readers are there, which is all that this server takes: try again when one has left`,
          { 'Retry-After': '5' },
        );
      }
      open.set(client, hisOwn + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (open.get(client) ?? 1) - 1;
        if (left > 0) open.set(client, left);
        else open.delete(client);
      };
    },
  };
}

import { createHash } from 'node:crypto';

import type { PlacedEffect } from '@rlm/kernel';

import type { Payload } from './payload.js';

/** The data of a sub-query's job. */
export interface RemoteJob {
  /** The name of the model, as the worker knows it. */
  readonly model: string;
  readonly request: Payload;
  /** Ends an attempt after this time. */
  readonly timeoutMs?: number;
}

/** The part of an effect that is needed to carry it out elsewhere. */
export type AskedEffect = Pick<PlacedEffect<unknown>, 'key' | 'nonce'>;

/** The id of an effect's job: the same when a resumed run asks again, and another in any other run. */
export function jobIdOf({ nonce, key }: AskedEffect): string {
  return createHash('sha256')
    .update(JSON.stringify([nonce, key]))
    .digest('hex');
}

/** The queue of a lane. */
export function queueOf(prefix: string, lane: string): string {
  return `${prefix}-${lane}`;
}

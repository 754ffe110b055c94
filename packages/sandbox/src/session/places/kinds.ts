import { warn } from '@rlm/repl-types/internal';

import type { SessionOptions } from '../../contract/session.js';
import { nodeProcess } from '../node-process.js';
import { Places, type PlaceWish } from './places.js';

/** The places for sessions, by the name of their backend: one count in this process, however many backends of it there are. */
const kinds = new Map<string, Places>();

/** The kinds of which a caller waited who does not hear of it: each is told once. */
const told = new Set<string>();

/** The places for the sessions of a backend. */
export function placesOf(kind: string): Places {
  const places = kinds.get(kind) ?? new Places(kind);
  kinds.set(kind, places);
  return places;
}

/** A wish for a place among the sessions of a backend. Who has no `onWait` is told by a warning of the process, the first time. */
export function wishFor(kind: string, max: number, options: SessionOptions): PlaceWish {
  const tell = (): void => {
    if (told.has(kind)) return;
    told.add(kind);
    warn(
      `All ${max} sessions of ${kind} that may be open at once are (maxSessions): open() waits until one is closed`,
    );
  };
  const { tenant, abortSignal, onWait = tell } = options;
  return { max, tenant, abortSignal, onWait };
}

/** The part of the memory that sessions may fill before anything runs in them: the rest is for that, and for the host. */
const share = 0.75;

/** How many sessions the memory of this machine holds, or that of its container; at least one. */
export function sessionsInMemory(sessionBytes: number): number {
  const process = nodeProcess();
  const os = process?.getBuiltinModule?.('node:os');
  // Node.js says 0 where there is no limit.
  const limits = [process?.constrainedMemory?.(), os?.totalmem()].filter((bytes = 0) => bytes > 0);
  const bytes = Math.min(...(limits as readonly number[]));
  return Math.max(1, Math.floor((bytes * share) / sessionBytes));
}

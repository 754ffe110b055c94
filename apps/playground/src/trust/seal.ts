import { createHmac, timingSafeEqual } from 'node:crypto';

import { canonicalJson } from '@rlm/repl-types/internal';

import { userKey } from './user-key.js';

/** What is kept with a run, with the proof that this user wrote it. */
interface Sealed {
  /** The HMAC-SHA-256 of all else that is kept, and of the run's id, under the key of the user. */
  readonly seal?: string;
}

/** The start of a spec in the user's own journals: only the user can have decided what it reads, writes and asks. */
export async function sealSpec<Spec extends object>(
  runId: string,
  spec: Spec,
): Promise<Spec & Sealed> {
  const key = await userKey();
  return key === undefined ? spec : { ...spec, seal: sealOf(key, runId, spec) };
}

/** Whether this user has sealed a spec, for this run. */
export async function hasOwnSeal(runId: string, spec: object): Promise<boolean> {
  const { seal } = spec as Readonly<Partial<Record<keyof Sealed, unknown>>>;
  const key = await userKey();
  if (key === undefined || typeof seal !== 'string') return false;
  try {
    const [given, due] = [Buffer.from(seal), Buffer.from(sealOf(key, runId, spec))];
    return given.length === due.length && timingSafeEqual(given, due);
  } catch {
    // A spec that is nested too deep to be written as text cannot have been sealed.
    return false;
  }
}

function sealOf(key: Buffer, runId: string, spec: object): string {
  // As it comes back from a journal.
  const kept: unknown = JSON.parse(JSON.stringify({ ...spec, seal: undefined }));
  return createHmac('sha256', key)
    .update(canonicalJson({ of: 'rlm-journal', runId, spec: kept }))
    .digest('hex');
}

import { settle } from '@rlm/repl-types/internal';
import type { FinalDetection } from '@rlm/termination';
import type { Dialect } from '@rlm/termination/dialects';

/** What the prose of a reply says of the run's end. */
export interface ProseReading {
  readonly final: FinalDetection | null;
  /** A line for the model on what almost ended the run, or null. */
  readonly nearMiss: string | null;
}

/** Reads a reply's prose by the dialects: the first that finds a final decides. */
export async function readProse(text: string, dialects: readonly Dialect[]): Promise<ProseReading> {
  let nearMiss: string | null = null;
  for (const { readProse: read } of dialects) {
    const detection = await settle(read?.(text));
    if (detection === undefined) continue;
    if (detection.finalType !== null) return { final: detection, nearMiss: null };
    nearMiss ??= detection.nearMisses[0]?.hint ?? null;
  }
  return { final: null, nearMiss };
}

const bareArgument = /^\w+[ \t]*\(\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\)$/u;

/** The argument of a FINAL if it is one bare word, as a variable's name would be; else null. */
export function wordOf({ finalType, rawMatch }: FinalDetection): string | null {
  return finalType === 'direct' ? (bareArgument.exec(rawMatch ?? '')?.[1] ?? null) : null;
}

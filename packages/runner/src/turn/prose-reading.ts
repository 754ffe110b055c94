import { settle } from '@rlm/repl-types/internal';
import type { FinalDetection } from '@rlm/termination';
import type { Dialect } from '@rlm/termination/dialects';

/** A final in the prose of a reply without code. */
export type ProseFinal =
  | {
      readonly type: 'direct';
      readonly answer: string;
      /** The argument if it is one bare word, as a variable's name would be; else null. */
      readonly word: string | null;
    }
  | { readonly type: 'variable'; readonly var: string }
  | { readonly type: 'submit'; readonly fields: Readonly<Record<string, unknown>> };

/** What the prose of a reply says of the run's end. */
export interface ProseReading {
  readonly final: ProseFinal | null;
  /** A line for the model on what almost ended the run, or null. */
  readonly nearMiss: string | null;
}

/** Reads a reply's prose by the dialects: the first that finds a final decides. */
export async function readProse(text: string, dialects: readonly Dialect[]): Promise<ProseReading> {
  let nearMiss: string | null = null;
  for (const { readProse: read } of dialects) {
    const detection = await settle(read?.(text));
    if (detection === undefined) continue;
    const final = proseFinal(detection);
    if (final !== null) return { final, nearMiss: null };
    nearMiss ??= detection.nearMisses[0]?.hint ?? null;
  }
  return { final: null, nearMiss };
}

const bareArgument = /^\w+[ \t]*\(\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\)$/u;

function proseFinal(detection: FinalDetection): ProseFinal | null {
  const { finalType, content, rawMatch, submitFields } = detection;
  switch (finalType) {
    case 'direct':
      return {
        type: 'direct',
        answer: content ?? '',
        word: bareArgument.exec(rawMatch ?? '')?.[1] ?? null,
      };
    case 'variable':
      return { type: 'variable', var: content ?? '' };
    case 'submit':
      return { type: 'submit', fields: submitFields ?? {} };
    case null:
      return null;
  }
}

import { isLongText } from '@rlm/sandbox/internal';

import { partsOfFile } from './texts/parts-of-file.js';
import type { AnyText } from './texts/read-context.js';

/** A place in the text that an answer rests on. */
export interface Evidence {
  readonly document: string;
  /** Where the quote starts and ends, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** Whether the text has the quote at that place, letter for letter. */
  readonly verified: boolean;
}

/** Reads the evidence out of an answer that brings some along, and checks it against the text. */
export async function evidenceOf(value: unknown, text: AnyText): Promise<readonly Evidence[]> {
  if (typeof value !== 'object' || value === null || !('evidence' in value)) return [];
  if (!Array.isArray(value.evidence)) return [];
  const claims = value.evidence.flatMap((item: unknown): readonly Omit<Evidence, 'verified'>[] => {
    if (typeof item !== 'object' || item === null) return [];
    const { document, start, end, quote } = item as Record<string, unknown>;
    if (typeof document !== 'string' || typeof quote !== 'string') return [];
    if (typeof start !== 'number' || typeof end !== 'number') return [];
    return [{ document, start, end, quote }];
  });
  const found = isLongText(text)
    ? await partsOfFile(text, claims)
    : claims.map(({ document, start, end }) =>
        (typeof text === 'string' ? text : text[document])?.slice(start, end),
      );
  return claims.map((claim, index) => ({ ...claim, verified: found[index] === claim.quote }));
}

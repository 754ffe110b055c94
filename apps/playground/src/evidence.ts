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

type Text = string | Readonly<Record<string, string>>;

/** Reads the evidence out of an answer that brings some along, and checks it against the text. */
export function evidenceOf(value: unknown, text: Text): readonly Evidence[] {
  if (typeof value !== 'object' || value === null || !('evidence' in value)) return [];
  if (!Array.isArray(value.evidence)) return [];
  return value.evidence.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { document, start, end, quote } = item as Record<string, unknown>;
    if (typeof document !== 'string' || typeof quote !== 'string') return [];
    if (typeof start !== 'number' || typeof end !== 'number') return [];
    const found = typeof text === 'string' ? text : text[document];
    return [{ document, start, end, quote, verified: found?.slice(start, end) === quote }];
  });
}

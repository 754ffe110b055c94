import type { LongText } from '@rlm/sandbox';

/** A part of a text that is claimed to be a quote. */
interface Claim {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/**
 * What `slice(start, end)` would give of the text of a file, for each claim; undefined if that is not as long as the quote. Holds
 * one piece of the file at a time; undefined for all if the file was changed.
 */
export async function partsOfFile(
  text: LongText,
  claims: readonly Claim[],
): Promise<readonly (string | undefined)[]> {
  const parts = claims.map(({ start, end, quote }) => {
    const [from, to] = [placeIn(text, start), placeIn(text, end)];
    return { from, to, isLong: Math.max(0, to - from) === quote.length, found: '' };
  });
  const wanted = parts.filter(({ isLong }) => isLong);
  if (wanted.length > 0) {
    const opened = await text.open();
    try {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      let at = 0;
      for (const slice of opened.slices()) {
        const piece = decoder.decode(slice, { stream: true });
        for (const part of wanted) {
          if (part.from >= at + piece.length || part.to <= at) continue;
          part.found += piece.slice(Math.max(0, part.from - at), part.to - at);
        }
        at += piece.length;
      }
      opened.verify();
    } catch {
      return claims.map(() => undefined);
    } finally {
      await opened.close();
    }
  }
  return parts.map(({ isLong, found }) => (isLong ? found : undefined));
}

/** Where `slice` begins or ends with an index. */
function placeIn({ units }: LongText, index: number): number {
  const whole = Number.isNaN(index) ? 0 : Math.trunc(index);
  return whole < 0 ? Math.max(0, units + whole) : Math.min(whole, units);
}

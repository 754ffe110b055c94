/** How much of the results is remembered, in UTF-16 units; the oldest are forgotten first. */
const mostKept = 1_000_000;

/** Remembers what tools have shown to the model, as far as it could hold an action. */
export interface Provenance {
  /** Takes note of a tool's result. */
  record(result: string): void;
  /** Whether an action, as it stands in a reply, stands verbatim in a tool's result. */
  isCopied(element: string): boolean;
}

/** Provenance of one run. Line breaks count as one however they are written. */
export function createProvenance(): Provenance {
  const results: string[] = [];
  let size = 0;
  return {
    record(result) {
      if (!result.includes('</')) return;
      const text = normalize(result);
      results.push(text);
      size += text.length;
      while (size > mostKept && results.length > 1) size -= results.shift()?.length ?? 0;
    },
    isCopied(element) {
      if (results.length === 0) return false;
      const text = normalize(element);
      return results.some((result) => result.includes(text));
    },
  };
}

function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

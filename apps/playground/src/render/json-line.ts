/** A value as JSON on one line: errors by name and message, what no number can say as text. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Error && !('toJSON' in part))
      return { name: part.name, message: part.message };
    return typeof part === 'number' && !Number.isFinite(part) ? String(part) : part;
  });
}

/**
 * A tool's result as text for the model: text as it is, a missing value as the empty text, other
 * data as JSON.
 */
export function renderValue(data: unknown): string {
  if (typeof data === 'string') return data;
  return data === undefined || data === null ? '' : JSON.stringify(data, null, 2);
}

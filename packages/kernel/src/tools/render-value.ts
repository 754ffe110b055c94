/** What a tool gave, as the model reads it: text as it is, nothing as the empty text, other data as JSON. */
export function renderValue(data: unknown): string {
  if (typeof data === 'string') return data;
  return data === undefined || data === null ? '' : JSON.stringify(data, null, 2);
}

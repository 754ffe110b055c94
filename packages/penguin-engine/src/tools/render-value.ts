/** What a tool gave, as the model reads it: text as it is, nothing as the empty text, else JSON. */
export function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    const json: unknown = JSON.stringify(value, null, 2);
    return typeof json === 'string' ? json : Object.prototype.toString.call(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

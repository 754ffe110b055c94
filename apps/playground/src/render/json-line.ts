/** What JSON may hold as it is, and a terminal takes for its own. */
const steering = /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g;

/** A value as JSON on one line: errors by name and message, what no number can say as text. Nothing in it steers a terminal. */
export function toJsonLine(value: unknown): string {
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Error && !('toJSON' in part))
      return { name: part.name, message: part.message };
    return typeof part === 'number' && !Number.isFinite(part) ? String(part) : part;
  });
  return json.replace(
    steering,
    (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

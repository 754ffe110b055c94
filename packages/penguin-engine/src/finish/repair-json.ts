import { isRecord } from '@rlm/repl-types/internal';

/**
 * Parses the JSON text of an object, with the repairs that are beyond doubt; undefined if it is
 * broken.
 */
export function readJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(escapeControls(text));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes raw line breaks and other control units inside JSON strings. */
function escapeControls(text: string): string {
  let isString = false;
  let isEscaped = false;
  let start = 0;
  const parts: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isString && code < 32) {
      const escape = isEscaped ? text.slice(start, index - 1) : text.slice(start, index);
      parts.push(escape, `\\u${code.toString(16).padStart(4, '0')}`);
      start = index + 1;
      isEscaped = false;
    } else if (isEscaped) isEscaped = false;
    else if (isString && code === 92) isEscaped = true;
    else if (code === 34) isString = !isString;
  }
  return parts.join('') + text.slice(start);
}

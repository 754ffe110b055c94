import type { FinishReport } from './types.js';

/**
 * The tool `finish_response`: the reply is complete. Its summary is informational and kept as it
 * is; a native call may pass `{ summary }`. A summary that is not text is refused with
 * `invalid_summary`.
 */
export function finishResponse(summary?: unknown): FinishReport {
  const given = readSummary(summary);
  if (given !== null && typeof given !== 'string') {
    return {
      text: `Error: summary must be text, got ${Array.isArray(given) ? 'an array' : typeof given}. The response is not complete.`,
      finish: null,
      error: 'invalid_summary',
    };
  }
  const text = given === null || given === '' ? null : given;
  return {
    text: text === null ? 'Response complete.' : `Response complete. Summary: ${text}`,
    finish: {
      status: 'done',
      summary: text === null || text.trim() === '' ? null : text,
      statusDefaulted: true,
    },
  };
}

function readSummary(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null;
  return (value as { readonly summary?: unknown }).summary ?? null;
}

import type { Problem } from '../../api.js';

/** What each kind of problem is answered with. */
const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  timeout: 408,
  conflict: 409,
  unconfirmed: 409,
  too_large: 413,
  busy: 429,
  internal: 500,
} as const;

/** The `code` of a {@link Problem}. */
export type ProblemCode = keyof typeof statuses;

/** A request that cannot be met, in words for whoever made it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** Of the answer, beside the usual ones. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.code];
  }
}

/** A problem as the body of an answer. */
export function problemResponse({ code, message, status, headers }: ProblemError): Response {
  const problem: Problem = { error: message, code };
  return Response.json(problem, { status, headers });
}

import type { Problem } from '../../../src/api.js';
import { credentials } from './credentials.js';

/** An answer of 4xx or 5xx, or none at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  /** `Problem.code`, or `unreachable`. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Asks the server. `Answer` is what src/api.ts says of the path. */
export async function request<Answer = void>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await send(method, path, body);
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204 || response.status === 202) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** Asks for a file; `text` is what it is made of, if the server does not have that. */
export async function requestFile(path: string, text?: string): Promise<Blob> {
  const response = await send(text === undefined ? 'GET' : 'POST', path, text);
  if (!response.ok) throw await readProblem(response);
  return await response.blob();
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const isPlain = typeof body === 'string' || body instanceof Blob;
  try {
    return await fetch(path, {
      method,
      body: body === undefined ? null : isPlain ? body : JSON.stringify(body),
      headers: {
        ...credentials(),
        ...(body !== undefined && !isPlain && { 'content-type': 'application/json' }),
      },
      // The page does not use cookies of other servers on this machine.
      credentials: 'omit',
    });
  } catch {
    throw new RequestError(
      'The server does not answer. Is `rlm serve` still running in its terminal?',
      'unreachable',
    );
  }
}

async function readProblem(response: Response): Promise<RequestError> {
  if (response.status === 401) {
    return new RequestError(
      'This page has no token, or an old one. Open the address that `rlm serve` printed.',
      'unauthorized',
    );
  }
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
  return new RequestError(
    problem?.error ?? `The server answered ${response.status}.`,
    problem?.code ?? 'internal',
  );
}

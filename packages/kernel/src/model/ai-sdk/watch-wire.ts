import { isRecord } from '@rlm/repl-types/internal';

import { fieldIn, textIn } from '../fault-causes.js';
import type { LanguageModelLike } from '../types.js';

/**
 * What came over the wire of one call. The packages of providers hide it: they drop the mark `[DONE]`, at which a stream
 * is whole, and lines that are no events, such as those of a web page.
 */
export interface Wire {
  /** The address that was asked; undefined if the model does not let its calls be watched. */
  url: string | undefined;
  /** The type of the response. */
  type: string | undefined;
  /** How the body of a successful response begins and ends, as texts. */
  readonly head: () => string;
  readonly tail: () => string;
}

const keptBytes = { head: 16_384, tail: 4_096 };

/**
 * A view of a model whose `fetch` tells a wire what comes. The models of the AI SDK keep it in `config`; the view of
 * another model is the model itself.
 */
export function watchWire(model: LanguageModelLike): {
  readonly view: LanguageModelLike;
  readonly wire: Wire;
} {
  const ends = new Ends();
  const wire: Wire = {
    url: undefined,
    type: undefined,
    head: () => ends.head,
    tail: () => ends.tail,
  };
  const { config } = model as { readonly config?: unknown };
  if (!isPlain(config) || !('fetch' in config)) return { view: model, wire };
  // Without one, the package asks with the global one too.
  const { fetch: own = globalThis.fetch } = config;
  if (typeof own !== 'function') return { view: model, wire };
  const watched: Fetch = async (input, init) => {
    wire.url = textIn(input, 'url') ?? String(input);
    const response = await (own as Fetch)(input, init);
    return watchBody(response, wire, ends);
  };
  const view: unknown = Object.create(model, { config: { value: { ...config, fetch: watched } } });
  return { view: view as LanguageModelLike, wire };
}

/** Whether the server marked the end of its stream. */
export function hasEndMark(wire: Wire | undefined): boolean {
  return /^data: ?\[DONE\]|"type": ?"(?:message_stop|response\.completed)"/m.test(
    wire?.tail() ?? '',
  );
}

/** Whether the end of a stream has a finish reason. */
export function hasFinishReason(wire: Wire): boolean {
  return /"(?:finish_reason|finishReason|stop_reason)": ?"/.test(wire.tail());
}

/** The last event so far that is an error, as text; undefined if there is none, or if it is not known. */
export function errorEvent(wire: Wire | undefined): string | undefined {
  const lines = wire?.tail().split(/\r?\n/) ?? [];
  return lines.findLast((line) => line.startsWith('data:') && line.includes('"error"'));
}

/** The text at the end of a stream that is no event, as from a gateway that gave up; undefined if there is none. */
export function strayText(wire: Wire | undefined): string | undefined {
  const lines = wire?.tail().trimEnd().split(/\r?\n/) ?? [];
  const last = lines.at(-1) ?? '';
  // The first line may be the end of a long event.
  const isEvent = ['data:', 'event:', 'id:', 'retry:', ':'].some(
    (field) => last.startsWith(field) || field.startsWith(last),
  );
  return lines.length < 2 || isEvent ? undefined : last;
}

/**
 * The fault of a successful response that is no stream of events: a web page, JSON, or another text. Undefined if it is
 * one, or if it is not known. `given` is what `doStream` returned, which has the headers.
 */
export function answersNoStream(wire: Wire | undefined, given: unknown): Error | undefined {
  const headers = fieldIn(fieldIn(given, 'response'), 'headers');
  const type = wire?.type ?? textIn(headers, 'content-type') ?? '';
  const body = wire?.head().trim() ?? '';
  const isBodyless = wire?.url === undefined && /\b(?:html|json)\b/i.test(type);
  const isStream = body === '' || /^\ufeff?(?:(?:data|event|id|retry):|:)/m.test(body);
  if (isStream && !isBodyless) return undefined;
  return Object.assign(new Error(noStream), {
    statusCode: 200,
    responseHeaders: headers,
    url: wire?.url,
    responseBody: body || (/html/i.test(type) ? '<html>' : ''),
  });
}

/** Whether such a fault is a whole reply in JSON, from a server that does not stream, or may be one. */
export function mayBeReply(fault: unknown): boolean {
  if (textIn(fault, 'message') !== noStream) return false;
  const body = fieldIn(fault, 'responseBody');
  return body === '' || (typeof body === 'string' && wholeReply.test(body));
}

const noStream = 'The server did not answer with a stream';
const wholeReply = /^\{[^]*"(?:choices|candidates|content|output)"\s*:\s*\[/;

type Fetch = (input: unknown, init?: unknown) => Promise<Response>;

/** The same response, whose body tells how it begins and ends. */
function watchBody(response: Response, wire: Wire, ends: Ends): Response {
  const { ok, body, status, statusText, headers } = response;
  // A `fetch` of one's own may return something else.
  if (!(response instanceof Response) || !ok || body === null) return response;
  wire.type = headers.get('content-type') ?? undefined;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      ends.add(piece);
      controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(watched), { status, statusText, headers });
}

/** The beginning and the end of a body. */
class Ends {
  #head: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();

  add(piece: Uint8Array): void {
    if (this.#head.length < keptBytes.head)
      this.#head = join(this.#head, piece).slice(0, keptBytes.head);
    this.#tail = join(this.#tail, piece.slice(-keptBytes.tail)).slice(-keptBytes.tail);
  }

  get head(): string {
    return new TextDecoder().decode(this.#head);
  }

  get tail(): string {
    return new TextDecoder().decode(this.#tail);
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
}

import type { RunUIChunk } from '../../src/index.js';

/** An event of an answer over HTTP; the last has no chunk. */
export interface Sent {
  readonly id: string | null;
  readonly chunk: RunUIChunk | null;
}

/** The events of an answer over HTTP. */
export async function readAnswer(response: Response): Promise<Sent[]> {
  return eventsIn(await response.text());
}

/** The events in a text, whose last one may be half. */
export function eventsIn(text: string): Sent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const id = /^id: (.*)$/m.exec(block)?.[1] ?? null;
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
      return { id, chunk: data === '[DONE]' ? null : (JSON.parse(data) as RunUIChunk) };
    });
}

import type { RunTurn } from '../turns/run-turn.js';

type Turn = Pick<RunTurn, 'pause' | 'resume'>;

/** `fetch` for a run that gives its turn away until the reply is there, all of it. */
export function pausingFetch(turn: Turn, fetchHere: typeof fetch): typeof fetch {
  return async (input, init) => {
    turn.pause();
    try {
      const response = await fetchHere(input, init);
      const { body, status, statusText, headers } = response;
      if (body !== null) {
        return new Response(untilRead(body, turn), { status, statusText, headers });
      }
      await turn.resume();
      return response;
    } catch (error) {
      await turn.resume();
      throw error;
    }
  };
}

/** A body at whose end, however it comes, the run waits for its turn. */
function untilRead(body: ReadableStream<Uint8Array>, turn: Turn): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        await turn.resume();
        controller.close();
      } catch (error) {
        await turn.resume();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => undefined);
      await turn.resume();
    },
  });
}

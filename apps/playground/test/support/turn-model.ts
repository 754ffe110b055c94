import type { RunOptions } from './run-command.js';
import { startOpenAiServer, type ChatRequest, type OpenAiServer } from '../models/openai-server.js';

/** How many turns of the conversation a request follows; undefined for a sub-query. */
function turnOf({ messages }: ChatRequest): number | undefined {
  if (messages.some(({ content }) => content === 'A name?')) return undefined;
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** A model of two turns; the first asks a sub-query. `isSilent`: whether the second turn gets no reply. */
export async function withModel(
  isSilent: () => boolean,
  use: (server: OpenAiServer, counts: () => Readonly<Record<string, number>>) => Promise<void>,
): Promise<void> {
  const server = await startOpenAiServer((asked) => {
    const turn = turnOf(asked);
    if (turn === undefined) return 'Halley';
    if (turn === 0) return "```js\nconst name = await llm_query('A name?');\nprint(name);\n```";
    return isSilent() ? undefined : '```js\nFINAL(name + " came back");\n```';
  });
  const counts = (): Readonly<Record<string, number>> => {
    const turns = server.requests.map((asked) => String(turnOf(asked) ?? 'sub'));
    return Object.fromEntries(
      [...new Set(turns)].map((turn) => [turn, turns.filter((each) => each === turn).length]),
    );
  };
  try {
    await use(server, counts);
  } finally {
    await server.close();
  }
}

/** Sends the process a signal, once, when its second turn has begun. */
export function atStep2(signal: NodeJS.Signals): RunOptions['whileRunning'] {
  let isSent = false;
  return (child, stderr) => {
    if (isSent || !/^Step 2$/m.test(stderr)) return;
    isSent = child.kill(signal);
  };
}

import { useState } from 'react';

import type { AskedRun, NewRun, TextInfo } from '../../../src/api.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { useServer } from '../server/use-server.js';

/** Stands for the texts that a run alone has. */
export const ofRun = 'of run';

/** The texts that can be asked about, and which of them are chosen. */
export function useTexts({ texts, textsOf: runId }: Partial<AskedRun>) {
  const { answer, problem, reload } = useServer<{ texts: TextInfo[] }>('/api/texts');
  const listed = answer?.texts ?? [];
  const own = listed.filter(({ bundled }) => !bundled);
  const usual = (own.length > 0 ? own : listed).map(({ id }) => id);
  const [picked, setPicked] = useState(() => {
    const before = runId === undefined ? texts : [ofRun];
    return before && new Set(before);
  });
  /** Until somebody chooses: all files of one's own, or else what is bundled. */
  const chosen: ReadonlySet<string> = picked ?? new Set(usual);
  const action = useAction();
  const choose = (id: string, isChosen: boolean) => {
    setPicked((before = new Set(usual)) => {
      const after = new Set(before);
      if (isChosen) after.add(id);
      else after.delete(id);
      return after;
    });
  };
  const hasAddresses = listed.some(({ id, bundled }) => bundled && chosen.has(id));
  return {
    texts: listed,
    chosen,
    /** A question that may be asked of what is chosen. */
    example: hasAddresses ? 'Which speech mentions the railways first?' : 'Who decides on travel?',
    /** The run whose own texts can be chosen too. */
    runId,
    /** What is chosen, as the server takes it. Throws for what does not go together. */
    asked: (): Pick<NewRun, 'texts' | 'textsOf'> => {
      if (runId === undefined || !chosen.has(ofRun)) return { texts: [...chosen] };
      if (chosen.size === 1) return { texts: [], textsOf: runId };
      throw new Error(`Choose the texts of the run ${runId}, or others. They do not go together.`);
    },
    choose,
    isBusy: action.isBusy,
    problem: action.problem ?? problem,
    /** Gives files to the server, and chooses them. */
    add: (files: readonly File[]) => {
      void action.act(async () => {
        try {
          await addFiles(files, ({ id }) => {
            if (picked !== undefined) choose(id, true);
          });
        } finally {
          // What was taken is chosen, and must be seen.
          reload();
        }
      });
    },
    remove: (id: string) => {
      void action.act(async () => {
        await request('DELETE', `/api/texts/${encodeURIComponent(id)}`);
        if (picked !== undefined) choose(id, false);
        reload();
      });
    },
  };
}

/** Gives files to the server, one after the other, whatever becomes of those before; then throws what went wrong, each by its file. */
async function addFiles(files: readonly File[], onAdded: (text: TextInfo) => void): Promise<void> {
  const problems: string[] = [];
  for (const file of files) {
    const path = `/api/texts?name=${encodeURIComponent(file.name)}`;
    try {
      onAdded(await request<TextInfo>('PUT', path, file));
    } catch (error) {
      const { message } = error as Error;
      problems.push(message.includes(file.name) ? message : `${file.name}: ${message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

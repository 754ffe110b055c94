import { useCallback, useEffect, useState } from 'react';

import { request } from './request.js';

/** What a path of the server gives, once it is there. */
export interface Loaded<Answer> {
  readonly answer: Answer | undefined;
  readonly problem: string | undefined;
  /** Asks again. */
  readonly reload: () => void;
}

/** Reads a path of the server when the component appears. */
export function useServer<Answer>(path: string): Loaded<Answer> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Answer>, 'reload'>>({
    answer: undefined,
    problem: undefined,
  });
  useEffect(() => {
    let isStale = false;
    request<Answer>('GET', path).then(
      (answer) => {
        if (!isStale) setState({ answer, problem: undefined });
      },
      (error: unknown) => {
        if (!isStale) setState({ answer: undefined, problem: (error as Error).message });
      },
    );
    return () => {
      isStale = true;
    };
  }, [path, round]);
  const reload = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  return { ...state, reload };
}

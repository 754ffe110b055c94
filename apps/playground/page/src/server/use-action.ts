import { useState } from 'react';

import { RequestError } from './request.js';

/** What a person has agreed to, for the body of a request. */
interface Confirmed {
  readonly confirmed?: string;
}

/**
 * Something that is asked of the server by a button: whether it is under way, and what went wrong. If the server wants a person to see
 * first what a run would do, that is the problem, and `confirm` does it all the same.
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [confirm, setConfirm] = useState<() => void>();
  const act = async (
    action: (agreed: Confirmed) => Promise<void>,
    agreed: Confirmed = {},
  ): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setConfirm(undefined);
    try {
      await action(agreed);
    } catch (error) {
      const { message } = error as Error;
      setProblem(message);
      if (error instanceof RequestError && error.code === 'unconfirmed') {
        setConfirm(() => () => void act(action, { confirmed: message }));
      }
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, confirm, act };
}

import { useState } from 'react';

/** What a person has typed of a reply: it outlives a reload of the page, until it is sent. */
export function useReplyDraft(runId: string, promptId: string) {
  const key = `rlm reply ${runId} ${promptId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  return {
    text,
    setText: (typed: string) => {
      setText(typed);
      try {
        sessionStorage.setItem(key, typed);
      } catch {
        // It does not fit there: it stays in this page alone.
      }
    },
    forget: () => {
      sessionStorage.removeItem(key);
    },
  };
}

import { useEffect } from 'react';

import type { RunInfo } from '../../../src/api.js';
import { request } from '../server/request.js';
import { isUnderWay } from './status-tag.js';

/** How often a run that stands still is looked at. */
const pauseMs = 3_000;

/** Calls `onResumed` when a run that stands still goes on, since another page resumed it. Looks while the page is seen. */
export function useResumedElsewhere(
  id: string,
  /** Whether it stands still, and may go on. */
  isOpen: boolean,
  onResumed: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    let isAsking = false;
    const look = async (): Promise<void> => {
      if (isAsking || document.visibilityState !== 'visible') return;
      isAsking = true;
      try {
        const info = await request<RunInfo>('GET', `/api/runs/${encodeURIComponent(id)}`);
        // The cleanup may have run in the meantime.
        if (!isOver && isUnderWay(info)) onResumed();
      } catch {
        // The server is away, or the run is: it is looked at again.
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(() => void look(), pauseMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [id, isOpen, onResumed]);
}

import { useState } from 'react';

import type { StopMark } from '../timeline/row-context.js';

/** What the policy lab found, for the timeline. */
export interface Lab {
  readonly marks: readonly StopMark[];
  readonly setMarks: (marks: readonly StopMark[]) => void;
}

/** The marks that the lab puts on a timeline. */
export function useLab(): Lab {
  const [marks, setMarks] = useState<readonly StopMark[]>([]);
  return { marks, setMarks };
}

import { useState } from 'react';

import type { LabLimits } from '../../../src/view/lab/lab-report.js';
import type { StopMark } from '../timeline/row-context.js';

/** The value of an option that a field can take. */
export type OptionValue = string | number | boolean;

/** Options of a policy by name. */
export type PolicyConfig = Readonly<Record<string, OptionValue>>;

/** What is tried in the policy lab, and the marks that it puts on the timeline. */
export interface Lab {
  /** The options of the policies that are chosen, by name: those that differ from their defaults. */
  readonly chosen: Readonly<Record<string, PolicyConfig>>;
  readonly setChosen: (chosen: Lab['chosen']) => void;
  readonly limits: LabLimits;
  readonly setLimits: (limits: LabLimits) => void;
  readonly marks: readonly StopMark[];
  readonly setMarks: (marks: readonly StopMark[]) => void;
}

/** The state of the lab, which outlives its being out of sight. */
export function useLab(): Lab {
  const [chosen, setChosen] = useState<Lab['chosen']>({});
  const [limits, setLimits] = useState<LabLimits>({});
  const [marks, setMarks] = useState<readonly StopMark[]>([]);
  return { chosen, setChosen, limits, setLimits, marks, setMarks };
}

import type { LabFigures, LabRun } from './lab-steps.js';

/** A policy by its name, with its options. */
export interface LabPolicy {
  readonly name: string;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/** Limits of a run, by the names that a run's options have. */
export interface LabLimits {
  readonly maxSteps?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Steps in a row that failed. */
  readonly maxConsecutiveErrors?: number | undefined;
}

/** What is tried. */
export interface LabOptions {
  readonly policies: readonly LabPolicy[];
  readonly limits?: LabLimits | undefined;
}

/** Where something would have stopped a run. */
export interface LabStop {
  /** The last step that is taken; 0: none is. */
  readonly step: number;
  /** Whether it is asked after that step, or before the next one. */
  readonly when: 'before' | 'after';
  readonly code: string;
  readonly reason: string;
}

/** What a policy, or a limit, would have made of a run. */
export interface LabVerdict {
  /** The policy with its options, or the limit: `max_steps (maxSteps: 3)`. */
  readonly label: string;
  /** `null`: the run goes on to its own end. */
  readonly stop: LabStop | null;
  /** The policy would have sent the answer back. What the model would have done then is not known. */
  readonly sentBack?: { readonly step: number; readonly code: string; readonly reason: string };
  /** The run's own answer, or the policy's, or `null`. */
  readonly answer: string | null;
  /** `wrap-up`: the model would have been asked for its best answer, which is not known. */
  readonly answerFrom: 'run' | 'policy' | 'wrap-up';
  /** What was used until there. */
  readonly spent: LabFigures;
  /** What the policies reported, each once: what one lacks, for instance. */
  readonly notes: readonly string[];
}

/** What the lab found. */
export interface LabReport {
  /** Each policy by itself, then each limit, in their order. */
  readonly verdicts: readonly LabVerdict[];
  /** All of them at once: the first that stops the run. */
  readonly together: LabVerdict;
  /** The outcome of the run as it was. */
  readonly run: LabRun;
}

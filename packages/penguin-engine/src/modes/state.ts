import { walletGuard, type WalletGuard } from '@rlm/policies';
import type { FinalSignal } from '@rlm/repl-types';
import { createShownTexts, type ShownTexts } from '@rlm/termination/shown';

import type { ActionRecord } from '../tools/action-call.js';
import { finishTools } from '../tools/finish-tools.js';
import { createToolSet } from '../tools/tool-set.js';
import type { ToolSet } from '../tools/types.js';
import { engineDefaults, type TaskOptions } from './options.js';
import type { EngineMode } from './result.js';

/** What stays the same through a run. */
export interface EngineSetup {
  readonly mode: EngineMode;
  readonly options: TaskOptions;
  /** The caller's tools and the finish tools. */
  readonly tools: ToolSet;
  readonly maxIterations: number;
  readonly maxActionsPerTurn: number;
  readonly maxResultChars: number;
}

/** What a run has come to so far; its protocol alone writes it. */
export interface EngineProgress {
  iterations: number;
  assistantResponse: string;
  /** What the turns before said of a reply that was cut off, and that the next one goes on with. */
  cutText: string;
  readonly actionResults: ActionRecord[];
  hasStarted: boolean;
  /** Whether the model was told once that naming the finish tool is not calling it. */
  wasToldOfFinish: boolean;
  /** Remarks on actions so far. */
  remarks: number;
  readonly guard: WalletGuard | null;
  /** What tools have shown to the model. */
  readonly shown: ShownTexts;
  /** The actions of the last turn that were refused as echoes, folded. */
  refusedEchoes: readonly string[];
  /** The FINAL that host code called, if it did. */
  finalOutput: FinalSignal | null;
}

/** Puts the options and their defaults together. Throws when a tool takes a finish tool's name. */
export function setUp(mode: EngineMode, options: TaskOptions): EngineSetup {
  return Object.freeze({
    mode,
    options: Object.freeze({ ...options }),
    tools: createToolSet([...(options.tools ?? []), ...finishTools]),
    maxIterations: options.maxIterations ?? engineDefaults.maxIterations,
    maxActionsPerTurn: options.maxActionsPerTurn ?? engineDefaults.maxActionsPerTurn,
    maxResultChars: options.maxResultChars ?? engineDefaults.maxResultChars,
  });
}

/** The progress of a run that has not begun. A guard that is given is made new. */
export function startProgress(setup: EngineSetup): EngineProgress {
  const { options } = setup;
  const guard = options.guard === false ? null : (options.guard ?? walletGuard());
  guard?.reset();
  return {
    iterations: 0,
    assistantResponse: '',
    cutText: '',
    actionResults: [],
    hasStarted: false,
    wasToldOfFinish: false,
    remarks: 0,
    guard,
    shown: rememberShown(setup),
    refusedEchoes: [],
    finalOutput: null,
  };
}

/** Whether a call of this name ends a run of this mode. */
export function isTerminator(mode: EngineMode, action: string): boolean {
  return mode === 'response'
    ? action === 'finish_response'
    : action === 'finish_task' || action === 'task_completed';
}

/** The names of calls that end a run where a policy reads them. */
const finals: readonly string[] = ['final', 'submit'];

/**
 * A memory of what tools have shown to the model, with the results in the messages that came before the run. Texts without
 * a tag of a tool are not kept; `compat` knows more names than those of the tools.
 */
function rememberShown({ tools, options }: Omit<EngineSetup, 'mode'>): ShownTexts {
  const tags = options.profile === 'compat' ? ['<'] : tools.names.map((name) => `<${name}`);
  const shown = createShownTexts({ marks: [...tags, ...finals] });
  for (const { role, content } of options.history ?? []) if (role === 'tool') shown.add(content);
  return shown;
}

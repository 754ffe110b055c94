import type { FinishOutcome, Tool, ToolSet } from '@rlm/kernel';
import {
  type ActionRecord,
  createToolSet,
  listTools,
  type ModelToolDefinition,
} from '@rlm/kernel/internal';
import type { Decision } from '@rlm/kernel/tools/internal';
import type { ModelMessage } from '@rlm/kernel/model';
import type { WalletGuard } from '@rlm/policies';
import type { FinalSignal } from '@rlm/repl-types';
import type { ByteBudget } from '@rlm/repl-types/internal';
import type { ShownMarks } from '@rlm/termination/shown';

import { finishTools } from '../tools/finish-tools.js';
import type { Conversation } from './conversation.js';
import { engineDefaults, type TaskOptions } from './options.js';
import { textOf } from './read-messages.js';
import type { EngineMode } from './result.js';

/** The input of a run: its options, with the defaults filled in. */
export interface EngineSetup {
  readonly mode: EngineMode;
  readonly options: TaskOptions;
  /** The caller's tools and the finish tools. */
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly maxActionsPerStep: number;
  readonly maxOutputChars: number;
}

/** A step of the result while it is taken. */
interface StepDraft {
  readonly step: number;
  reply: string;
  actions: readonly ActionRecord[];
}

/** The state of a run. Its protocol alone writes it; the result is made of it. */
export interface EngineState {
  readonly setup: EngineSetup;
  readonly conversation: Conversation;
  /** The tools as they are offered for native calls; undefined where they are not. */
  readonly offered: readonly ModelToolDefinition[] | undefined;
  readonly guard: WalletGuard | null;
  /** Whether the model was shown texts that hold actions or finals: results of tools, the context of its task. */
  readonly shown: ShownMarks;
  /** The marks of the actions that this run reads in text. */
  readonly actionMarks: readonly string[];
  /** The steps in which the model was called. */
  readonly steps: StepDraft[];
  /** The last reply, with the cut-off ones that it continues. */
  assistantResponse: string;
  /** The text of the replies that were cut off, which the next one continues. */
  cutText: string;
  readonly actionResults: ActionRecord[];
  /** What `actionResults` and `steps` take: beyond it later texts are shortened. */
  readonly recordBytes: ByteBudget;
  /** The whole conversation, once the run is over. */
  messages: ModelMessage[] | null;
  hasStarted: boolean;
  /** Whether the model was told once that naming the finish tool is not calling it. */
  wasToldOfFinish: boolean;
  /** How many remarks on actions were published. */
  remarks: number;
  /** The word that confirms the text actions of one reply; null while the model was given none. */
  word: string | null;
  /** The finish that a person is to review, or has approved; null where there is none. */
  reviewed: { readonly finish: FinishOutcome; readonly decision: Decision | null } | null;
  /** The FINAL that host code called, if it did. */
  finalOutput: FinalSignal | null;
}

/** The options with a prompt: the text of the last message, if none is given. */
function withPrompt(options: TaskOptions): TaskOptions {
  const { prompt, messages = [] } = options;
  const last = messages.at(-1);
  if (prompt !== undefined || last === undefined) return { ...options };
  return { ...options, prompt: textOf(last.content), messages: messages.slice(0, -1) };
}

/** Puts the options and their defaults together. Throws when a tool takes a finish tool's name. */
export function setUp(mode: EngineMode, options: TaskOptions): EngineSetup {
  return Object.freeze({
    mode,
    options: Object.freeze(withPrompt(options)),
    tools: createToolSet([...listTools<Tool>(options.tools ?? []), ...finishTools]),
    maxSteps: options.maxSteps ?? engineDefaults.maxSteps,
    maxActionsPerStep: options.maxActionsPerStep ?? engineDefaults.maxActionsPerStep,
    maxOutputChars: options.limits?.maxOutputChars ?? engineDefaults.maxOutputChars,
  });
}

/** Whether a call of this name ends a run of this mode. */
export function isTerminator(mode: EngineMode, action: string): boolean {
  return mode === 'response'
    ? action === 'finish_response'
    : action === 'finish_task' || action === 'task_completed';
}

import type { FinishOutcome, Tool, ToolSet, ActionRecord } from '@rlm/kernel';
import { createToolSet, listTools, type Decision } from '@rlm/kernel/internal';
import type { ModelMessage, ModelToolDefinition } from '@rlm/kernel/model';
import type { WalletGuard } from '@rlm/policies/guard';
import type { FinalSignal } from '@rlm/repl-types';
import type { ByteQuota } from '@rlm/repl-types/internal';
import type { ShownMarks } from '@rlm/termination/shown';

import { finishTools } from '../tools/finish-tools.js';
import type { Conversation } from './conversation.js';
import { engineDefaults, type TaskOptions } from './options.js';
import { textOf } from './read-messages.js';
import type { EngineMode } from './result.js';

/** The input of a run: its options with their defaults. */
export interface EngineSetup {
  readonly mode: EngineMode;
  readonly options: TaskOptions;
  /** The caller's tools and the finish tools. */
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly maxActionsPerStep: number;
  readonly maxOutputChars: number;
}

/** A step of the result while it is being taken. */
interface StepDraft {
  readonly step: number;
  reply: string;
  actions: readonly ActionRecord[];
}

/** The state of a run. Only its protocol changes it, and the result is made from it. */
export interface EngineState {
  readonly setup: EngineSetup;
  readonly conversation: Conversation;
  /** The tools offered for native calls; undefined if native calls are off. */
  readonly offered: readonly ModelToolDefinition[] | undefined;
  readonly guard: WalletGuard | null;
  /**
   * Whether the model was shown texts that contain actions or finals: results of tools, the context
   * of its task.
   */
  readonly shown: ShownMarks;
  /** The marks of the actions that this run reads in text. */
  readonly actionMarks: readonly string[];
  /** The steps in which the model was called. */
  readonly steps: StepDraft[];
  /** The last reply, together with cut-off replies that it continues. */
  assistantResponse: string;
  /** The text of the cut-off replies that the next one continues. */
  cutText: string;
  readonly actionResults: ActionRecord[];
  /**
   * The bytes that `actionResults` and `steps` take: beyond the limit, later texts are shortened.
   */
  readonly recordBytes: ByteQuota;
  /** The whole conversation, once the run is over. */
  messages: ModelMessage[] | null;
  hasStarted: boolean;
  /** Whether the model has been reminded once that naming the finish tool does not call it. */
  wasToldOfFinish: boolean;
  /** Whether a reply of the run had text for a person, beside its actions. */
  hasSpoken: boolean;
  /** Whether a tool other than the mode's finish has run. */
  hasRunTool: boolean;
  /** Whether an empty finish was refused, which happens once. */
  wasToldOfEmptyFinish: boolean;
  /** How many notices on actions were published. */
  notices: number;
  /** The word that confirms the text actions of one reply; null until the model gets one. */
  word: string | null;
  /** The finish that a person must review, or has approved; null without one. */
  reviewed: { readonly finish: FinishOutcome; readonly decision: Decision | null } | null;
  /** The FINAL call of host code, if any. */
  finalOutput: FinalSignal | null;
}

/** The options with a prompt: by default the text of the last message. */
function withPrompt(options: TaskOptions): TaskOptions {
  const { prompt, messages = [] } = options;
  const last = messages.at(-1);
  if (prompt !== undefined || last === undefined) return { ...options };
  return { ...options, prompt: textOf(last.content), messages: messages.slice(0, -1) };
}

/** Adds the defaults to the options. Throws if a tool has the name of a finish tool. */
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

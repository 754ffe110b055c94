import type { QueryKind, QueryOrigin } from '@rlm/runner';

/** The data parts of a message that a run writes: `UIMessage<unknown, RunUIData>` of the AI SDK. A part with an id replaces that of the same id. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- the AI SDK wants an index signature, which an interface has not
export type RunUIData = {
  /** A block of code. */
  code: {
    runId: string;
    step: number;
    block: number;
    code: string;
    status: 'running' | 'success' | 'error';
  };
  /** What a block of code printed, and the error that ended it. */
  output: {
    runId: string;
    step: number;
    block: number;
    stdout: string;
    stderr: string;
    error: string | null;
  };
  /** A sub-query, or a call of a tool by code. */
  query: {
    runId: string;
    step: number;
    kind: QueryKind;
    name: string;
    prompt: string;
    status: 'running' | 'answered' | 'failed';
    response?: string;
    error?: { code: string; message: string };
    origin?: QueryOrigin;
    durationMs?: number;
  };
  /** What is left of the limits; null if nothing limits. */
  budget: {
    stepsLeft: number | null;
    tokensLeft: number | null;
    costUsdLeft: number | null;
    subQueriesLeft: number | null;
    timeLeftMs: number | null;
  };
  /** Why the run ended without an answer. */
  stop: { finishReason: string; code: string };
  /** Events that this reader missed. */
  gap: { events: number; bytes: number };
};

/** A data part as it is sent. */
export type RunDataChunk = {
  [Name in keyof RunUIData]: { type: `data-${Name}`; id?: string; data: RunUIData[Name] };
}[keyof RunUIData];

/** A chunk of a message, as `useChat` of the AI SDK reads it. */
export type RunUIChunk =
  | { type: 'start'; messageId: string }
  | { type: 'start-step' | 'finish-step' }
  | { type: 'reasoning-start' | 'reasoning-end' | 'text-start' | 'text-end'; id: string }
  | { type: 'reasoning-delta' | 'text-delta'; id: string; delta: string }
  | {
      type: 'tool-input-available';
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
    }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown; dynamic: true }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string; dynamic: true }
  | { type: 'error'; errorText: string }
  | { type: 'abort' }
  | { type: 'finish'; finishReason: 'stop' | 'error' | 'other' }
  | RunDataChunk;

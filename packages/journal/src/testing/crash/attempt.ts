/** The task of a process in a crash trial: to work on a run, as its first owner or a later one, or to replay it. */
export interface AttemptRequest {
  /** The folder of the journals and the logs of calls. */
  readonly folder: string;
  readonly runId: string;
  /** `drive` creates the run or opens it; `replay` opens it and fails every call. */
  readonly mode: 'drive' | 'take-over' | 'replay';
}

/** The outcome of an attempt, as data. Two attempts at one run must have the same. */
export interface AttemptOutcome {
  readonly answer: unknown;
  readonly usage: unknown;
  readonly calls: unknown;
  /** The code of the fault that ended it; null if there was none. */
  readonly code: string | null;
  /** The message of the fault. */
  readonly message?: string;
}

/** A sign of an attempt on its way: it makes its first call. */
export type AttemptSign = 'called';

/** A message of such a process. */
export type AttemptMessage = 'ready' | AttemptSign | { readonly outcome: AttemptOutcome };

/** The file with the calls that a run has made, one JSON object a line. */
export function callLogOf({ folder, runId }: Pick<AttemptRequest, 'folder' | 'runId'>): string {
  return `${folder}/${runId}.calls`;
}

/** The file with a run's journal. */
export function journalOf({ folder, runId }: Pick<AttemptRequest, 'folder' | 'runId'>): string {
  return `${folder}/${runId}.jsonl`;
}

/** A call, as the log has it. */
export interface LoggedCall {
  readonly id: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** Short hashes of the messages in the request; absent if it is not a question to a model. */
  readonly parts?: readonly string[] | undefined;
  /** A key that must be logged only once. */
  readonly once?: string | undefined;
}

/** The mark in a reply that identifies its call. */
export function markOf(id: string): string {
  return `R(${id})`;
}

/** The call that a text is the reply to. */
export function idIn(text: string): string | undefined {
  return /R\(([0-9a-f]{16})\)/.exec(text)?.[1];
}

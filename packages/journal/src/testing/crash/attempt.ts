/** What a process of a crash trial is asked to do: to work on a run, as its first driver or a later one, or to replay it. */
export interface AttemptRequest {
  /** Where the journals are, and the logs of calls. */
  readonly folder: string;
  readonly runId: string;
  /** `drive` creates the run or opens it; `replay` opens it and fails every call. */
  readonly mode: 'drive' | 'take-over' | 'replay';
}

/** What an attempt came to: data. Two attempts at one run must come to the same. */
export interface AttemptOutcome {
  readonly answer: unknown;
  readonly usage: unknown;
  readonly calls: unknown;
  /** The code of the fault that ended it; null where none did. */
  readonly code: string | null;
  /** What the fault says. */
  readonly message?: string;
}

/** What an attempt tells of on its way: that it makes its first call. */
export type AttemptSign = 'called';

/** What such a process says. */
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
  /** Short hashes of the messages that were asked; absent where it is no question to a model. */
  readonly parts?: readonly string[];
  /** What must be logged once only. */
  readonly once?: string;
}

/** What stands in a reply for the call that gave it. */
export function markOf(id: string): string {
  return `R(${id})`;
}

/** The call that a text is the reply to. */
export function idIn(text: string): string | undefined {
  return /R\(([0-9a-f]{16})\)/.exec(text)?.[1];
}

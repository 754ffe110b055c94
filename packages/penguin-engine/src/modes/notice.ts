import type { EngineDiagnosticCode } from './events.js';

/** Something that the caller, and usually the model too, should know about a step. */
export interface Notice {
  readonly code: EngineDiagnosticCode;
  readonly message: string;
  readonly isForModel: boolean;
}

/** The first line of the engine's notices to the model. */
export const noticeHead = '[Engine note]';

import type { EngineStart } from '../../contract/engine.js';
import type { V8Sources } from '../sources.js';

/** The options of a session that its process needs. */
export type MachineStart = Pick<
  EngineStart,
  'functions' | 'dialects' | 'acceptsNull' | 'seed' | 'limits'
>;

/** What the host says to a process before all else. */
export interface OpenOptions {
  readonly start: MachineStart;
  readonly sources: Pick<V8Sources, 'guest' | 'thread'>;
  /** Paths of this computer that the process must not see. */
  readonly outside: readonly string[];
  /** The memory that the system lets the process have. */
  readonly dataBytes: number;
}

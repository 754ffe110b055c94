import type { ChildOptions } from '../../contract/backend.js';

/** What the host begins a session with. */
export interface SessionOptions extends Pick<
  ChildOptions,
  'functions' | 'dialects' | 'acceptsNull' | 'seed' | 'limits'
> {
  /** The source of the helpers; empty if they are in the snapshot or the base that comes. */
  readonly helperSource: string;
  /** Bytes of the interpreter's stack: the process's own is larger, and V8 would end the process there. */
  readonly stackBytes: number;
  /** The path of the interpreter, if its bytes do not come. */
  readonly wasm: string;
}

import type { ReplLanguage, JsonValue } from '@rlm/repl-types';

import type { GuestError } from '../contract/frames.js';

/** The behaviour of a scripted cell; everything is optional. A string means `{ stdout }`. */
export interface ScriptedCell {
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  /** The text of the value of the cell's last expression; not shown if the cell ends the run or fails. */
  readonly value?: string | undefined;
  /** Assigned before anything else happens. */
  readonly variables?: Readonly<Record<string, JsonValue>> | undefined;
  /** The cell calls FINAL, FINAL_VAR (whose variable must exist) or SUBMIT. */
  readonly final?:
    | { readonly type: 'direct'; readonly answer: JsonValue }
    | { readonly type: 'variable'; readonly var: string }
    | { readonly type: 'submit'; readonly fields: Readonly<Record<string, JsonValue>> };
  /** The cell fails, after its output. */
  readonly error?: GuestError | undefined;
  /** The cell goes on until it is stopped. */
  readonly hangs?: boolean | undefined;
}

/** The actions available to a scripted cell that is a function. */
export interface ScriptedGuest {
  /** Calls a host function, as code would; rejects when it fails. */
  call(name: string, ...args: readonly JsonValue[]): Promise<JsonValue>;
  print(text: string): void;
  /** The session's variables. */
  readonly variables: Map<string, JsonValue>;
}

/** One step of a script: what the next cell does, whatever its code is. */
export type ScriptedStep =
  | string
  | ScriptedCell
  | ((
      code: string,
      guest: ScriptedGuest,
    ) => string | ScriptedCell | Promise<string | ScriptedCell> | undefined);

/** Options of `scripted`. */
export interface ScriptedOptions {
  /** The language that the backend says it speaks; default `python`. */
  readonly language?: ReplLanguage | undefined;
  /** Whether the last step serves all later cells too; default false: a cell beyond the script fails. */
  readonly repeatLast?: boolean | undefined;
}

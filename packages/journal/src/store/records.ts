import { askHook, checkOption, refuseOption } from '@rlm/repl-types/internal';
import { required, rule, type OptionRule } from '@rlm/repl-types/options';

import { runIdRule } from './run-id.js';

/** Texts of a backend, by their names. Names are checked as ids of runs are. */
export interface BackendRecords {
  /** The text of a name; undefined if there is none. */
  read(name: string): Promise<string | undefined>;
  /**
   * Replaces `before` (undefined: nothing is there) by `text`, and resolves when that is durable. Resolves to false if something else is
   * there. It may be false too if the text was written, and another process has replaced it since.
   */
  write(name: string, text: string, before: string | undefined): Promise<boolean>;
}

/**
 * Texts that processes replace in turn, by their names: letters, digits, `.`, `_`, `-`; the first a letter or digit; at most 128. Who
 * writes one names the text that it has read, so that no process overwrites what it has not seen.
 */
export interface RunRecords extends BackendRecords {
  /** The id of this process. */
  readonly pid: number;
  /** The machine. */
  readonly host: string;
  /** Whether another owner, which was last heard of at `heardAt` (milliseconds since 1970), is gone. */
  readonly isGone: (
    owner: { readonly pid: number; readonly host: string },
    heardAt: number,
  ) => boolean;
}

const textRule: OptionRule = rule('text', (value) => typeof value === 'string');

/** The records of a store, which are those of its backend. */
export function recordsOf(
  backend: BackendRecords,
  process: Pick<RunRecords, 'pid' | 'host' | 'isGone'>,
): RunRecords {
  const check = (name: string): void => {
    checkOption('name', name, required(runIdRule), refuseOption);
  };
  const { isGone } = process;
  return Object.freeze({
    ...process,
    isGone: (owner: { readonly pid: number; readonly host: string }, heardAt: number) =>
      askHook('isGone()', () => isGone(owner, heardAt)),
    async read(name: string) {
      check(name);
      return backend.read(name);
    },
    async write(name: string, text: string, before: string | undefined) {
      check(name);
      checkOption('text', text, required(textRule), refuseOption);
      checkOption('before', before, textRule, refuseOption);
      return backend.write(name, text, before);
    },
  });
}

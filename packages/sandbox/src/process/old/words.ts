import { InvalidOptionError } from '@rlm/repl-types';
import { untilExpired } from '@rlm/repl-types/internal';

import { SandboxError, type SandboxErrorCode } from '../../contract/errors.js';
import type { RemoteError, Said } from './protocol.js';

interface Awaited {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How long to wait for a message, and what happens then. */
export interface Patience {
  readonly ms: number;
  readonly expire: () => void;
}

/** The words of a process that its host waits for, each by its name. */
export class Words {
  readonly #awaited = new Map<string, Awaited>();

  /** Waits for a word. */
  async await(what: string, patience?: Patience): Promise<unknown> {
    const word = new Promise<unknown>((resolve, reject) => {
      this.#awaited.set(what, { resolve, reject });
    });
    try {
      if (patience === undefined) return await word;
      return await untilExpired(word, patience.ms, () => {
        patience.expire();
        return word;
      });
    } finally {
      this.#awaited.delete(what);
    }
  }

  /** The process has sent it; false if nothing waits for it. */
  settle(what: string, { build, holes, error }: Said): boolean {
    const awaited = this.#awaited.get(what);
    if (error === undefined) awaited?.resolve(build ?? holes);
    else awaited?.reject(fromRemote(error));
    return awaited !== undefined;
  }

  /** It will not come. */
  fail(what: string, error: SandboxError): void {
    this.#awaited.get(what)?.reject(error);
  }

  /** None will come any more. */
  failAll(error: SandboxError): void {
    for (const { reject } of this.#awaited.values()) reject(error);
  }
}

function fromRemote({ code, message, option }: RemoteError): SandboxError | InvalidOptionError {
  if (option !== undefined) return new InvalidOptionError({ option, message });
  return new SandboxError((code ?? 'session_lost') as SandboxErrorCode, message);
}

import type { SandboxBackend, SandboxLimits } from '@rlm/sandbox';

/** Where a context comes from: the option that it is, and the limits of the sessions that it is for. */
export interface ContextPlace {
  readonly option: string;
  readonly sandboxLimits?: Partial<SandboxLimits> | undefined;
  readonly sandbox: SandboxBackend;
  /** Whether the run keeps account of what it reads, and so needs the text itself. */
  readonly coverage?: boolean | undefined;
}

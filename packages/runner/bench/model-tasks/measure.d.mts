import type { ModelFunction } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';

/** What a recorded task came to, in characters. */
export interface Measured {
  readonly isRight: boolean;
  readonly steps: number;
  readonly first: number;
  readonly all: number;
  readonly beside: number;
}

/** The packages that a task is run with. */
export interface Packages {
  readonly runRlm: unknown;
  readonly scriptedModel: (replies: readonly never[]) => ModelFunction;
  readonly sandboxes: Readonly<Record<'python' | 'javascript', SandboxBackend>>;
}

/** Runs a recorded task, and counts characters. */
export function measureTask(name: string, packages: Packages): Promise<Measured>;

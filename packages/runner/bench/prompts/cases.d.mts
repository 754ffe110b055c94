import type { RunRlmOptions } from '@rlm/runner';

interface Opening extends Required<Pick<RunRlmOptions, 'contexts' | 'query'>> {
  readonly title: string;
  readonly language: 'javascript' | 'python';
}

interface ShownTurn {
  readonly title: string;
  readonly language: 'javascript' | 'python';
  readonly context: string;
  readonly replies: readonly string[];
}

export declare const openings: readonly Opening[];
export declare const turns: readonly ShownTurn[];

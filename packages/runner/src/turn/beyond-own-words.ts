import type { BlockRun } from './run-blocks.js';

/** How the REPL begins to refuse a final, and the way to write one that it adds. */
const refusal = /(?<=^(?:\w+: )?)(?:FINAL|FINAL_VAR|SUBMIT): |\bFINAL\(answer\)$/gm;

/**
 * What a program that failed shows, without what the model or the REPL wrote itself: the lines of code that an error
 * quotes, and the name of a final that was refused. They are no text that the model could repeat by mistake.
 */
export function beyondOwnWords(
  shown: string,
  { code, result: { error } }: Pick<BlockRun, 'code' | 'result'>,
): string {
  if (error === undefined) return shown;
  const own = new Set(code.split('\n').map((line) => line.trim()));
  const lines = shown.split('\n').filter((line) => !own.has(line.trim()));
  return lines.join('\n').replace(refusal, '');
}

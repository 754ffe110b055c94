import { cutOutput, type REPLResult } from '@rlm/repl-types';

/** What one executed block is shown as: its output, its errors, and names of variables. */
export interface ExecutionText {
  readonly text: string;
  /** Whether some of the output was left out. */
  readonly truncated: boolean;
}

/**
 * The output of a block as the model sees it (the reference implementation's wording). Over `maxChars`
 * characters, the head and the tail are kept.
 */
export function renderExecution(
  result: Pick<REPLResult, 'stdout' | 'stderr' | 'error'>,
  variables: readonly string[],
  maxChars: number,
): ExecutionText {
  const streams = [result.stdout, errorText(result)];
  const share = Math.ceil(maxChars / 2);
  const total = streams.reduce((sum, { length }) => sum + length, 0);
  const shown =
    total <= maxChars
      ? streams
      : streams.map((stream, index) => {
          const other = streams[1 - index]?.length ?? 0;
          return cutOutput(stream, 'head-tail', Math.max(share, maxChars - other));
        });
  const parts = shown.filter((stream) => stream !== '').map((stream) => `\n${stream}`);
  if (variables.length > 0) parts.push(`REPL variables: ${pythonList(variables)}\n`);
  return {
    text: `REPL output:\n${parts.length === 0 ? 'No output' : parts.join('\n\n')}`,
    truncated: total > maxChars,
  };
}

function errorText({ stderr, error }: Pick<REPLResult, 'stderr' | 'error'>): string {
  if (error === undefined) return stderr;
  const line = error.message === '' ? error.type : `${error.type}: ${error.message}`;
  if (stderr.includes(line)) return stderr;
  const traceback = error.traceback.trimEnd();
  const shown = traceback.includes(line) ? traceback : [traceback, line].filter(Boolean).join('\n');
  return stderr === '' ? shown : `${stderr.trimEnd()}\n${shown}`;
}

function pythonList(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

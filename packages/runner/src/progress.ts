import { checkOptions, fields, required, rule, wholeNumber } from '@rlm/repl-types/options';
import { checkOption, isRecord, refuseOption, withMethods } from '@rlm/repl-types/internal';

import type { QuestionResult } from './many/run-many.js';
import { jobFigures, runFigures, type Figures } from './progress/figures.js';
import { openLine, type ProgressStream } from './progress/line.js';
import type { RlmEvent } from './run/events.js';

/** Options of {@link progress}. */
export interface ProgressOptions {
  /** Where the line is shown: `process.stderr`. */
  readonly stream: ProgressStream;
  /** How many questions a job has, if that is known: then the line tells how far it is. */
  readonly total?: number | undefined;
}

/** A line that shows how far a run is. */
export interface Progress {
  /** Writes text above the line, as it is. It ends with a line break. */
  print(text: string): void;
  /** Takes the line away. The run goes on. */
  stop(): void;
}

const intervalMs = 100;

const readable = rule(
  'a run, or a job of runMany',
  (value) => isRecord(value) && Symbol.asyncIterator in value,
);

/**
 * Shows how far a run is, in one line: its step, what it does, sub-queries, time, tokens, cost. For a job of `runMany`: questions,
 * time, tokens, cost. On a terminal the line is drawn again and again, and goes with the end of the run. Elsewhere each step gets a
 * line, and each tenth of a job (each 100 questions without `total`).
 *
 * It reads the events beside other readers. A stream that fails or is slow does nothing to the run. Throws `InvalidOptionError` for
 * what is no run, or for a wrong option.
 *
 * @example
 * const run = runRlm(options);
 * progress(run, { stream: process.stderr });
 * const { answer } = await run.result;
 */
export function progress(
  run: AsyncIterable<{ readonly type: string } | QuestionResult>,
  options: ProgressOptions,
): Progress {
  checkOption('run', run, required(readable), refuseOption);
  checkOptions(options, required(optionsRule), refuseOption);
  const { stream, total } = options;
  const line = openLine(stream);
  const now = (): number => performance.now();
  const ofRun = runFigures(now);
  const ofJob = jobFigures(now, total);
  let figures: Figures<never> = ofRun;
  let isStopped = false;

  const add = (item: { readonly type: string } | QuestionResult): boolean => {
    if ('type' in item) return ofRun.add(item as RlmEvent);
    figures = ofJob;
    return ofJob.add(item);
  };
  const draw = (): void => {
    line.draw((columns) => fitting(figures.parts(), columns));
  };
  const timer = line.isLive ? setInterval(draw, intervalMs) : undefined;
  // A run that waits for a person may be left by its process.
  (timer as { unref?(): void } | undefined)?.unref?.();
  const stop = (): void => {
    isStopped = true;
    clearInterval(timer);
    line.clear();
  };
  const follow = async (): Promise<void> => {
    // A reader that leaves early would abort the run: this one stays, and shows nothing more.
    let isMilestone = true;
    for await (const item of run) {
      isMilestone = add(item);
      if (isMilestone) report();
      // Who waits for the result finds the line gone.
      if ('type' in item && item.type === 'run-end' && (item as RlmEvent).depth === 0) stop();
    }
    if (!isMilestone) report();
    stop();
  };
  const report = (): void => {
    if (!line.isLive && !isStopped) line.print(figures.parts().join(gap));
  };
  // Who waits for the result finds the line gone.
  if (line.isLive && 'result' in run) void Promise.resolve(run.result).then(stop, stop);
  // An error of a job is that of its result.
  void follow()
    .catch(() => undefined)
    .finally(stop);
  if (line.isLive) draw();
  return {
    print(text) {
      line.print(text);
      if (line.isLive && !isStopped) draw();
    },
    stop,
  };
}

const optionsRule = fields<ProgressOptions>({
  stream: required(withMethods('a stream with write(), such as process.stderr', ['write'])),
  total: wholeNumber(),
});

const gap = ' · ';

/** As many parts as there is room for, and at least the first. */
function fitting(parts: readonly string[], columns: number): string {
  return parts.reduce((text, part) => {
    const longer = `${text}${gap}${part}`;
    return longer.length > columns ? text : longer;
  });
}

import { detectFinalInCode } from '@rlm/termination';

import type {
  ActionView,
  BlockView,
  DecisionView,
  NoticeView,
  QueryView,
  RunView,
  StepView,
} from '../view/run-view.js';
import { retryText } from '../view/retries.js';
import { counted, duration, indent, oneLine } from '../view/text/numbers.js';
import type { Style } from './style.js';

/** Columns of a part that takes one line. */
const lineColumns = 200;

/** How a part of a step is written: colours, and the prefix of each line. */
export interface PartStyle {
  readonly style: Style;
  readonly margin: string;
}

/** The line that a step begins with. */
export function headText({ step, isWrapUp, replayed, durationMs, tokens }: StepView): string {
  const figures = [
    ...(isWrapUp ? ['its last word'] : []),
    ...(replayed ? ['given again'] : []),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
  ];
  return figures.length === 0 ? `Step ${step}` : `Step ${step} (${figures.join(', ')})`;
}

/** Lines that a block of code may have if it is folded, and those that are shown of a longer one. */
const maxCodeLines = 10;
const shownCodeLines = 3;

/** A block of code. Folded, no more than the first lines of a long one. */
export function codeText(
  { code }: BlockView,
  language: RunView['language'],
  part: PartStyle,
  isFolded = false,
): string {
  const { style, margin } = part;
  const ends = detectFinalInCode(code, { language }).detected;
  const head = style.dim(`${margin}code${ends ? ', which means to finish' : ''}:`);
  const lines = code.trimEnd().split('\n');
  const hidden = isFolded && lines.length > maxCodeLines ? lines.length - shownCodeLines : 0;
  const shown = lines.slice(0, lines.length - hidden).join('\n');
  return [
    head,
    style.accent(indent(shown, `${margin}| `)),
    ...(hidden === 0 ? [] : [style.dim(`${margin}| ... ${hidden} more lines: --verbose`)]),
  ].join('\n');
}

/** What a block printed, its value, its error. */
export function outputText(
  { stdout, stderr, value, error, durationMs }: BlockView,
  { style, margin }: PartStyle,
): string {
  const shown = `${stdout}${stderr}`;
  const isSilent = shown === '' && value === undefined && error === undefined;
  const took = durationMs === undefined ? 'cut off' : duration(durationMs);
  return [
    style.dim(`${margin}${isSilent ? `no output (${took})` : `output (${took}):`}`),
    ...(shown === '' ? [] : [indent(shown, `${margin}> `)]),
    ...(value === undefined ? [] : [indent(value, `${margin}= `)]),
    ...(error === undefined
      ? []
      : [style.bad(indent(`${error.type}: ${error.message}`, `${margin}> `))]),
  ].join('\n');
}

/** What a sub-query was answered. */
export function queryText(
  {
    name,
    durationMs,
    response,
    error,
  }: Pick<QueryView, 'name' | 'durationMs' | 'response' | 'error'>,
  { style, margin }: PartStyle,
): string {
  const took = durationMs === undefined ? 'unanswered' : duration(durationMs);
  const said = error === undefined ? (response ?? '') : `failed: ${error}`;
  return style.dim(`${margin}${oneLine(name, 40)} (${took}): `) + oneLine(said, 120);
}

/** A call of a tool. */
export function actionText(
  { name, arguments: given, result, status }: ActionView,
  { style, margin }: PartStyle,
): string {
  const call = `${margin}${oneLine(`${name}(${given})`, lineColumns)}`;
  if (result === undefined) return style.dim(call);
  const shown = indent(result, `${margin}> `);
  return `${style.dim(`${call}:`)}\n${status === 'error' ? style.bad(shown) : shown}`;
}

/** A notice that the model got. */
export const noticeText = (
  { message, refused }: Pick<NoticeView, 'message' | 'refused'>,
  { style, margin }: PartStyle,
): string =>
  refused === undefined
    ? style.dim(`${margin}notice to the model: ${oneLine(message, lineColumns)}`)
    : `${style.bad(`${margin}answer refused:`)} ${oneLine(refused.answer, 80)}\n${style.dim(`${margin}  ${oneLine(refused.reason, lineColumns)}`)}`;

/** An attempt that failed, and was followed by another. */
export const failedAttemptText = (
  retry: NonNullable<StepView['retries']>[number],
  { style, margin }: PartStyle,
): string =>
  style.dim(
    `${margin}${oneLine(retryText(retry), lineColumns)}, tried again after ${duration(retry.waitMs)}`,
  );

/** What a policy said; `''` of one that had nothing to say. */
export function decisionText(
  { policy, terminate, reason }: DecisionView,
  { style, margin }: PartStyle,
): string {
  if (!terminate && reason === '') return '';
  const said = `policy ${policy}: ${terminate ? 'stop' : 'go on'}${reason === '' ? '' : `: ${reason}`}`;
  return style.dim(`${margin}${oneLine(said, lineColumns)}`);
}

/** What a step was worth. */
export const rewardText = (
  { value }: NonNullable<StepView['reward']>,
  { style, margin }: PartStyle,
): string => style.dim(`${margin}reward: ${value.toFixed(2)}`);

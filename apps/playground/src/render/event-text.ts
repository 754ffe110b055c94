import type { RlmEvent } from '@rlm/runner';

import type { RunView, StepView, TreeView } from '../view/run-view.js';
import { describeStop } from '../view/selectors.js';
import {
  counted,
  duration,
  grouped,
  indent,
  missingText,
  oneLine,
  placeWaitText,
} from '../view/text/numbers.js';
import {
  codeText,
  decisionText,
  headText,
  noticeText,
  outputText,
  queryText,
  rewardText,
  type PartStyle,
} from './step-text.js';
import type { Style } from './style.js';

/** Sub-queries of a block that are shown one by one; the rest are counted. */
const shownQueries = 3;

interface Queries {
  ended: number;
  failed: number;
}

/** How events are told: verbose, or with few answers of many and the first lines of long code. */
interface EventTextOptions {
  readonly style: Style;
  readonly isVerbose: boolean;
}

/**
 * Makes the lasting text that a terminal or a log shows for each event of a run. `look` gives the view with the event in it: it is asked only
 * where the event alone does not tell.
 */
export function createEventText({
  style,
  isVerbose,
}: EventTextOptions): (event: RlmEvent, look: () => TreeView) => string[] {
  /** Of the block that runs, by run. */
  const queries = new Map<string, Queries>();

  /** Answers come in any number, each with an event of its own. */
  const endOfQuery = (event: RlmEvent & { type: 'query-end' }, part: PartStyle): string[] => {
    const count = queries.get(event.runId) ?? { ended: 0, failed: 0 };
    queries.set(event.runId, count);
    count.ended += 1;
    if (!isVerbose && count.ended > shownQueries) {
      if (event.error !== undefined) count.failed += 1;
      return [];
    }
    const { name, durationMs, response = '', error } = event;
    return [queryText({ name, durationMs, response, error: error?.message }, part)];
  };
  /** The answers that were not shown one by one. */
  const rest = ({ runId }: RlmEvent, { margin }: PartStyle): string[] => {
    const { ended = 0, failed = 0 } = queries.get(runId) ?? {};
    queries.delete(runId);
    if (isVerbose || ended <= shownQueries) return [];
    const more = counted(ended - shownQueries, 'more sub-query', 'more sub-queries');
    return [
      style.dim(`${margin}${more}${failed === 0 ? '' : `, of which ${grouped(failed)} failed`}`),
    ];
  };

  return (event, look) => {
    const part = { style, isVerbose, margin: '  '.repeat(event.depth + 1) };
    switch (event.type) {
      case 'query-start':
        return [];
      case 'query-end':
        return endOfQuery(event, part);
      case 'wrap-up-start': {
        const why = oneLine(describeStop(event.stop), 300);
        return [style.dim(`${part.margin}${why}; the best answer so far is asked for`)];
      }
      case 'notice':
        return [noticeText(event, part)];
      case 'retry': {
        const { error, attempt, maxAttempts, waitMs } = event;
        const failed = `attempt ${attempt} of ${maxAttempts} failed: ${oneLine(error.message, 200)}`;
        return [style.dim(`${part.margin}${failed}; the next in ${duration(waitMs)}`)];
      }
      case 'session-wait': {
        const { backend, max, waiting } = event;
        return [style.dim(`${part.margin}${placeWaitText(oneLine(backend, 40), max, waiting)}`)];
      }
      case 'events-dropped':
        return [style.dim(`${part.margin}${missingText(event.count)}`)];
      case 'run-start':
      case 'step-start':
      case 'step-end':
      case 'policy-decision':
      case 'wrap-up-end':
      case 'error':
      case 'run-end':
      case 'session-open':
      case 'model-start':
      case 'text-delta':
      case 'model-end':
      case 'code-start':
      case 'output-delta':
      case 'code-end':
      case 'coverage':
      case 'final':
      case 'budget': {
        const run = look().runs[event.runId];
        const step = run?.steps.findLast((each) => each.step === event.step);
        if (run === undefined) return [];
        if (event.type === 'error')
          return [style.bad(indent(`error: ${run.error ?? ''}`, part.margin))];
        const before = event.type === 'code-end' ? rest(event, part) : [];
        return step === undefined ? before : [...before, ...stepTexts(event, run, step, part)];
      }
      default:
        // A new kind of event does not compile until it has a case; one of another version is not shown.
        event satisfies never;
        return [];
    }
  };
}

function stepTexts(
  event: RlmEvent,
  run: RunView,
  step: StepView,
  part: PartStyle & Pick<EventTextOptions, 'isVerbose'>,
): string[] {
  const { style, margin } = part;
  const block = step.blocks.at(-1);
  switch (event.type) {
    case 'step-start':
      return [style.bold(`\n${margin.slice(2)}${headText(step)}`)];
    case 'model-end':
      if (event.purpose !== 'root' || step.reasoning === '') return [];
      return [`${margin}${oneLine(step.reasoning, 300)}`];
    case 'code-start':
      return block === undefined ? [] : [codeText(block, run.language, part, !part.isVerbose)];
    case 'code-end':
      return block === undefined ? [] : [outputText(block, part)];
    case 'policy-decision': {
      const decision = step.decisions.at(-1);
      return decision === undefined ? [] : [decisionText(decision, part)];
    }
    case 'step-end':
      return step.reward === undefined ? [] : [rewardText(step.reward, part)];
    case 'run-start':
    case 'retry':
    case 'wrap-up-start':
    case 'wrap-up-end':
    case 'error':
    case 'events-dropped':
    case 'run-end':
    case 'session-wait':
    case 'session-open':
    case 'model-start':
    case 'text-delta':
    case 'output-delta':
    case 'query-start':
    case 'query-end':
    case 'coverage':
    case 'notice':
    case 'final':
    case 'budget':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

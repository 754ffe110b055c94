import { stripActions, type EngineEvent } from '@rlm/penguin-engine';

import { counted, indent, oneLine } from '../view/text/numbers.js';
import { plainText } from '../view/text/plain-text.js';
import type { Lines } from '../render/screen.js';
import type { Style } from '../render/style.js';

/** Lines of a result that are shown. */
const maxLines = 12;

/** Shows a task to a person while it is worked on. */
export function createTaskRenderer(
  line: Lines,
  style: Style,
  tools: readonly string[],
): (event: EngineEvent) => void {
  const say = (text: string): void => {
    line.print(`${text}\n`);
  };
  return (event) => {
    switch (event.type) {
      case 'step-start':
        say(style.bold(`\nStep ${event.step}`));
        break;
      case 'retry': {
        const { error, attempt, maxAttempts } = event;
        say(
          style.dim(
            `  attempt ${attempt} of ${maxAttempts} failed: ${oneLine(error.message, 200)}`,
          ),
        );
        break;
      }
      case 'model-end': {
        const words = oneLine(stripActions(event.text, { names: [...tools, 'finish_task'] }), 300);
        if (words !== '') say(`  ${words}`);
        break;
      }
      case 'action-start': {
        // The text of a finish is shown at the end.
        if (event.action === 'finish_task') break;
        const { arguments: given } = event;
        const text = typeof given === 'string' ? given : JSON.stringify(given);
        say(`  ${style.accent(event.action)} ${oneLine(text, 200)}`);
        break;
      }
      case 'action-end': {
        const { action, result, status } = event.record;
        if (action === 'finish_task') break;
        const lines = plainText(result).split('\n');
        const more = lines.length - maxLines;
        const shown = lines.slice(0, maxLines).map((each) => oneLine(each, 160));
        if (more > 0) shown.push(`and ${counted(more, 'more line')}`);
        const text = indent(shown.join('\n'), '  > ');
        say(status === 'error' ? style.bad(text) : text);
        break;
      }
      case 'task-review': {
        const { approved, reviewer = 'a person', reason } = event;
        if (approved) break;
        say(style.bad(`  not accepted by ${reviewer}: ${oneLine(reason ?? 'no reason', 200)}`));
        break;
      }
      case 'diagnostic':
        say(style.dim(`  ${oneLine(event.message, 200)}`));
        break;
      case 'context-trim':
        say(
          style.dim(
            `  the ${counted(event.dropped, 'oldest message')} no longer ${event.dropped === 1 ? 'fits' : 'fit'}`,
          ),
        );
        break;
      default:
        break;
    }
  };
}

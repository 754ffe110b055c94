import type { BlockView } from '../../../src/view/run-view.js';
import { guestErrorText } from '../../../src/view/text/error-text.js';
import { RowText } from './row-text.js';

/** The outcome of a block of code: what it printed, its value, its error. */
export function OutputRow({
  block,
  rowKey,
}: {
  readonly block: BlockView;
  readonly rowKey: string;
}) {
  const { stdout, stderr, value, error } = block;
  const text = (words: string, className = '') => (
    <RowText text={words} name={rowKey} className={className} />
  );
  return (
    <div className="output">
      <p className="label">Output</p>
      {stdout !== '' && text(stdout)}
      {stderr !== '' && (
        <>
          <p className="label">Warnings (stderr)</p>
          {text(stderr)}
        </>
      )}
      {value !== undefined && text(`→ ${value}`, 'value')}
      {error !== undefined && (
        <>
          <p className="label bad">
            <span aria-hidden="true">✕</span> Error
          </p>
          {text(guestErrorText(error), 'bad')}
        </>
      )}
    </div>
  );
}

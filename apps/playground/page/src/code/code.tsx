import { memo } from 'react';

import { tokensOf } from './tokens.js';

/** Code with colours. */
export const Code = memo(function Code({
  code,
  language,
}: {
  readonly code: string;
  readonly language: 'javascript' | 'python';
}) {
  return (
    <pre className="code">
      <code>
        {tokensOf(code, language).map(({ text, classes }, index) =>
          classes === '' ? (
            text
          ) : (
            <span key={index} className={classes}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
});

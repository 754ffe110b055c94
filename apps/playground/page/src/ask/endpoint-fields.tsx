import { useRef, useState, type KeyboardEvent } from 'react';

import type { ModelInfo } from '../../../src/api.js';
import { Field } from '../parts/field.js';
import { plural } from '../parts/numbers.js';
import { ProblemText } from '../parts/problem.js';
import { forgetEndpoint, nameEndpoint, useNamed } from '../server/named-endpoint.js';
import { useAction } from '../server/use-action.js';

/** Names an endpoint, with a key for it. Neither field is part of what React keeps, so that nothing of the key stays in the page. */
export function EndpointFields({
  before,
  onNamed,
}: {
  /** The address of a run that is asked again. */
  readonly before: string | undefined;
  readonly onNamed: (models: readonly ModelInfo[]) => void;
}) {
  const named = useNamed();
  const address = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const { isBusy, problem, act } = useAction();
  const name = async (): Promise<void> => {
    const baseUrl = address.current?.value.trim() ?? '';
    const apiKey = key.current?.value.trim() ?? '';
    onNamed(await nameEndpoint({ baseUrl, apiKey: apiKey === '' ? undefined : apiKey }));
    if (key.current !== null) key.current.value = '';
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The form asks the question.
    event.preventDefault();
    void act(name);
  };
  const isMissing = before !== undefined && named === undefined;
  const [isOpenAtFirst] = useState(isMissing);
  return (
    <details open={isOpenAtFirst}>
      <summary>Endpoint and key</summary>
      <p className="figure">
        {isMissing
          ? 'The run had its models there. Name the endpoint again: its key is kept nowhere.'
          : 'Any server that speaks the OpenAI protocol. The key stays in this tab until it is closed or loaded again. It goes to your own rlm serve, and from there only to this address.'}
      </p>
      <div className="field-grid endpoint">
        <Field label="Address">
          {(names) => (
            <input
              {...names}
              ref={address}
              type="text"
              inputMode="url"
              placeholder="https://api.example.com/v1"
              autoComplete="off"
              spellCheck={false}
              defaultValue={named?.endpoint.baseUrl ?? before}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <Field label="Key">
          {(names) => (
            <input
              {...names}
              ref={key}
              type="password"
              placeholder="none"
              autoComplete="off"
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      </div>
      <ProblemText problem={problem} />
      <div className="actions">
        <button type="button" disabled={isBusy} onClick={() => void act(name)}>
          List its models
        </button>
        {named !== undefined && (
          <button type="button" onClick={forgetEndpoint}>
            Forget it
          </button>
        )}
        <output className="figure">
          {named !== undefined &&
            `${plural(named.models.length, 'model')} of ${new URL(named.endpoint.baseUrl).host}`}
        </output>
      </div>
    </details>
  );
}

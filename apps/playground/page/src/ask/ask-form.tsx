import { useState } from 'react';

import type { ModelInfo, NewRun, RunInfo } from '../../../src/serve/api.js';
import { Field } from '../app/field.js';
import { ProblemText } from '../app/problem.js';
import { go } from '../app/route.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { LimitFields, noLimits, readLimits } from './limit-fields.js';
import { TextPicker } from './text-picker.js';
import { useTexts } from './use-texts.js';

const rewards = ['default', 'strict', 'lenient', 'research'];

/** Asks a question about texts. */
export function AskForm({ models }: { readonly models: readonly ModelInfo[] }) {
  const picked = useTexts();
  const [question, setQuestion] = useState('');
  const [modelId, setModelId] = useState<string>();
  const [subModel, setSubModel] = useState('');
  const [language, setLanguage] = useState<'javascript' | 'python'>('javascript');
  const [reward, setReward] = useState('');
  const [isDurable, setDurable] = useState(false);
  const [limits, setLimits] = useState(noLimits);
  const { isBusy, problem, act } = useAction();
  // A language model first, where one was found.
  const first = models.find(({ id }) => id.startsWith('endpoint:')) ?? models[0];
  const model = models.find(({ id }) => id === modelId) ?? first;
  const languages = model?.languages ?? [];
  const ask = async () => {
    const run: NewRun = {
      question,
      texts: [...picked.chosen],
      model: model?.id ?? '',
      ...(subModel !== '' && { subModel }),
      ...(languages.includes(language) && { language }),
      ...(reward !== '' && { reward }),
      ...(isDurable && { durable: true }),
      ...readLimits(limits),
    };
    const { id } = await request<RunInfo>('POST', '/api/runs', run);
    go({ name: 'run', id });
  };
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void act(ask);
      }}
    >
      <Field label="Question">
        {(names) => (
          <textarea
            {...names}
            rows={3}
            required
            value={question}
            placeholder="Which speech mentions the railways first?"
            onChange={(event) => {
              setQuestion(event.target.value);
            }}
          />
        )}
      </Field>
      <TextPicker picked={picked} />
      <Field label="Model" note={model?.note}>
        {(names) => (
          <select
            {...names}
            value={model?.id}
            onChange={(event) => {
              setModelId(event.target.value);
            }}
          >
            {models.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <details>
        <summary>Limits, language, reward</summary>
        <LimitFields limits={limits} onLimits={setLimits} />
        <div className="field-grid">
          <Field label="Language of the code">
            {(names) => (
              <select
                {...names}
                value={language}
                onChange={(event) => {
                  setLanguage(event.target.value === 'python' ? 'python' : 'javascript');
                }}
              >
                {languages.map((name) => (
                  <option key={name} value={name}>
                    {name === 'python' ? 'Python' : 'JavaScript'}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Reward for each step">
            {(names) => (
              <select
                {...names}
                value={reward}
                onChange={(event) => {
                  setReward(event.target.value);
                }}
              >
                <option value="">none</option>
                {rewards.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Model of sub-queries">
            {(names) => (
              <select
                {...names}
                value={subModel}
                onChange={(event) => {
                  setSubModel(event.target.value);
                }}
              >
                <option value="">the same</option>
                {models.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={isDurable}
            onChange={(event) => {
              setDurable(event.target.checked);
            }}
          />
          <span>Keep the run: it goes on without this page, and can be resumed and forked</span>
        </label>
      </details>
      <ProblemText problem={problem} />
      <button type="submit" className="primary" disabled={isBusy || model === undefined}>
        Ask
      </button>
    </form>
  );
}

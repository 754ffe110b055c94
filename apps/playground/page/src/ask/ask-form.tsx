import { useState } from 'react';

import type { AskedRun, ModelInfo, NewRun, RunInfo } from '../../../src/api.js';
import { Field } from '../parts/field.js';
import { asChoices, theSame } from '../parts/model-choices.js';
import { ProblemText } from '../parts/problem.js';
import { go } from '../parts/route.js';
import { SelectField } from '../parts/select-field.js';
import { namedEndpoint, useNamed } from '../server/named-endpoint.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { EndpointFields } from './endpoint-fields.js';
import { LimitFields, readLimits, typedLimits } from './limit-fields.js';
import { TextPicker } from './text-picker.js';
import { useTexts } from './use-texts.js';

const rewards = [
  { value: '', label: 'none' },
  ...['default', 'strict', 'lenient', 'research'].map((name) => ({ value: name, label: name })),
];

const languageNames = { javascript: 'JavaScript', python: 'Python' };

const noText = 'Choose a text to ask about: a file of yours, or one that is listed.';

/** Asks a question about texts. */
export function AskForm({
  models: found,
  before = {},
}: {
  readonly models: readonly ModelInfo[];
  /** What began another run: the form begins with it. */
  readonly before?: Partial<AskedRun>;
}) {
  const picked = useTexts(before);
  const models = [...found, ...(useNamed()?.models ?? [])];
  const [question, setQuestion] = useState(before.question ?? '');
  const [modelId, setModelId] = useState(before.model);
  const [subModel, setSubModel] = useState(before.subModel ?? '');
  const [language, setLanguage] = useState(before.language ?? 'javascript');
  const [reward, setReward] = useState(before.reward ?? '');
  const [isDurable, setDurable] = useState(before.durable ?? false);
  const [limits, setLimits] = useState(() => typedLimits(before));
  const [isAsked, setAsked] = useState(false);
  const { isBusy, problem, confirm, act } = useAction();
  const hasText = picked.chosen.size > 0;
  // A language model first, if one was found.
  const first = models.find(({ id }) => id.startsWith('endpoint:')) ?? models[0];
  const model = models.find(({ id }) => id === modelId) ?? first;
  const languages = model?.languages ?? [];
  const ask = async (agreed: Pick<NewRun, 'confirmed'>) => {
    const run: NewRun = {
      question,
      ...picked.asked(),
      model: model?.id ?? '',
      subModel: subModel === '' ? undefined : subModel,
      language: languages.includes(language) ? language : undefined,
      reward: reward === '' ? undefined : reward,
      durable: isDurable ? true : undefined,
      ...readLimits(limits),
      ...namedEndpoint(),
      ...agreed,
    };
    const { id } = await request<RunInfo>('POST', '/api/runs', run);
    go({ name: 'run', id });
  };
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (hasText) void act(ask);
      }}
    >
      <Field label="Question">
        {(names) => (
          <textarea
            {...names}
            rows={3}
            required
            value={question}
            placeholder={picked.example}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                event.currentTarget.form?.requestSubmit();
            }}
            onChange={(event) => {
              setQuestion(event.target.value);
            }}
          />
        )}
      </Field>
      <TextPicker picked={picked} />
      <SelectField
        label="Model"
        note={model?.note}
        value={model?.id}
        choices={asChoices(models)}
        onChoice={setModelId}
      />
      <EndpointFields
        before={before.endpoint?.baseUrl}
        onNamed={(named) => {
          setModelId((chosen) => (named.some(({ id }) => id === chosen) ? chosen : named[0]?.id));
        }}
      />
      <details>
        <summary>Limits, language, reward</summary>
        <LimitFields limits={limits} onLimits={setLimits} />
        <div className="field-grid">
          <SelectField
            label="Language of the code"
            value={language}
            choices={languages.map((name) => ({ value: name, label: languageNames[name] }))}
            onChoice={(name) => {
              setLanguage(name === 'python' ? 'python' : 'javascript');
            }}
          />
          <SelectField
            label="Reward for each step"
            value={reward}
            choices={rewards}
            onChoice={setReward}
          />
          <SelectField
            label="Model of sub-queries"
            value={subModel}
            choices={[theSame, ...asChoices(models)]}
            onChoice={setSubModel}
          />
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
      <ProblemText
        problem={isAsked && !hasText ? noText : problem}
        onConfirm={hasText ? confirm : undefined}
      />
      <button type="submit" className="primary" disabled={isBusy || model === undefined}>
        Ask
      </button>
    </form>
  );
}

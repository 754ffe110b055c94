import { useState } from 'react';

import type { ForkRun, ModelInfo, RunInfo } from '../../../src/api.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { asChoices, theSame } from '../parts/model-choices.js';
import { ProblemText } from '../parts/problem.js';
import { SelectField } from '../parts/select-field.js';
import { namedEndpoint, useNamed } from '../server/named-endpoint.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { useServer } from '../server/use-server.js';
import type { RunStore } from '../store/run-store.js';
import { useRun } from '../store/use-run.js';

/** A new run from a step of this one: with another reply of the model there, or with another model. */
export function ForkDialog({
  info,
  store,
  step,
  onClose,
  onForked,
}: {
  readonly info: RunInfo;
  readonly store: RunStore;
  /** The one that is offered first. */
  readonly step: number | undefined;
  readonly onClose: () => void;
  readonly onForked: (fork: RunInfo) => void;
}) {
  const { tree } = useRun(store);
  const steps = (tree.runs[tree.rootId]?.steps ?? []).filter(({ isWrapUp }) => !isWrapUp);
  const replyAt = (at: number) => steps.find((view) => view.step === at)?.calls[0]?.text ?? '';
  const [atStep, setAtStep] = useState(
    () => (steps.find((view) => view.step === step) ?? steps.at(-1))?.step ?? 1,
  );
  const [reply, setReply] = useState(() => replyAt(atStep));
  const [model, setModel] = useState('');
  const { answer: models } = useServer<{ models: ModelInfo[] }>('/api/models');
  const named = useNamed();
  const offered = [...(models?.models ?? []), ...(named?.models ?? [])];
  const { isBusy, problem, confirm, act } = useAction();
  return (
    <Dialog title="Fork this run" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fork: ForkRun = {
            atStep,
            reply: reply === '' || reply === replyAt(atStep) ? undefined : reply,
            model: model === '' ? undefined : model,
            ...namedEndpoint(),
          };
          void act(async (agreed) => {
            const path = `/api/runs/${encodeURIComponent(info.id)}/fork`;
            onForked(await request<RunInfo>('POST', path, { ...fork, ...agreed }));
          });
        }}
      >
        <p>The steps before stay as they were. This step is taken again.</p>
        <SelectField
          label="Step"
          value={String(atStep)}
          choices={steps.map(({ step: at }) => ({ value: String(at), label: `Step ${at}` }))}
          onChoice={(chosen) => {
            const at = Number(chosen);
            setAtStep(at);
            setReply(replyAt(at));
          }}
        />
        <Field
          label="What the model replies in it: reasoning and code"
          note="As it is, the model is asked again. Changed, this stands for its reply."
        >
          {(names) => (
            <textarea
              {...names}
              className="mono"
              rows={12}
              value={reply}
              spellCheck={false}
              onChange={(event) => {
                setReply(event.target.value);
              }}
            />
          )}
        </Field>
        <SelectField
          label="Model from there on"
          value={model}
          choices={[theSame, ...asChoices(offered.filter(({ id }) => id !== 'tour'))]}
          onChoice={setModel}
        />
        <ProblemText problem={problem} onConfirm={confirm} />
        <button type="submit" className="primary" disabled={isBusy}>
          Fork
        </button>
      </form>
    </Dialog>
  );
}

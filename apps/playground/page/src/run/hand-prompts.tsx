import { useEffect, useRef, useState } from 'react';

import type { HandPrompt, HandReply } from '../../../src/api.js';
import { Field } from '../parts/field.js';
import { ProblemText } from '../parts/problem.js';
import { plural } from '../parts/numbers.js';
import { LongText } from '../timeline/long-text.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';

/** The prompts of a run by hand: a person is the model. */
export function HandPrompts({
  id,
  prompts,
}: {
  readonly id: string;
  readonly prompts: readonly HandPrompt[];
}) {
  const [prompt] = prompts;
  if (prompt === undefined) return null;
  return (
    <section className="hand" aria-label="A prompt for you">
      <HandForm key={prompt.promptId} id={id} prompt={prompt} waiting={prompts.length} />
    </section>
  );
}

function HandForm({
  id,
  prompt,
  waiting,
}: {
  readonly id: string;
  readonly prompt: HandPrompt;
  readonly waiting: number;
}) {
  const { text, setText, forget } = useReplyDraft(id, prompt.promptId);
  const { isBusy, problem, act } = useAction();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The form before has taken the focus with it.
    if (document.activeElement === document.body) field.current?.focus();
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const reply: HandReply = { promptId: prompt.promptId, text };
        void act(async () => {
          await request('POST', `/api/runs/${encodeURIComponent(id)}/replies`, reply);
          forget();
        });
      }}
    >
      <h2>
        You are the model{' '}
        <span className="figure">
          {prompt.purpose}
          {waiting > 1 && `, ${plural(waiting, 'prompt')} wait`}
        </span>
      </h2>
      <details>
        <summary>The prompt: {plural(prompt.messages.length, 'message')}</summary>
        <div className="hand-messages" tabIndex={0} role="group" aria-label="The prompt">
          {prompt.messages.map(({ role, content }, index) => (
            <div key={index}>
              <p className="label">{role}</p>
              <LongText text={content} />
            </div>
          ))}
        </div>
      </details>
      <Field label="Your reply, as the model would write it">
        {(names) => (
          <textarea
            {...names}
            ref={field}
            className="mono"
            rows={6}
            required
            value={text}
            placeholder={'Reasoning, then a block of code:\n```repl\nprint(context.length)\n```'}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      <ProblemText problem={problem} />
      <button type="submit" className="primary" disabled={isBusy}>
        Send reply
      </button>
    </form>
  );
}

/** What a person has typed of a reply: it outlives a reload of the page, until it is sent. */
function useReplyDraft(runId: string, promptId: string) {
  const key = `rlm reply ${runId} ${promptId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  return {
    text,
    setText: (typed: string) => {
      setText(typed);
      try {
        sessionStorage.setItem(key, typed);
      } catch {
        // It does not fit there: it stays in this page alone.
      }
    },
    forget: () => {
      sessionStorage.removeItem(key);
    },
  };
}

import type { AskedRun, ModelInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { useServer } from '../server/use-server.js';
import { AskForm } from './ask-form.js';
import { TourCard } from './tour-card.js';

/** The first page: the tour for who is here for the first time, and the question. */
export function AskPage({ again }: { readonly again: string | undefined }) {
  const { answer, problem } = useServer<{ models: ModelInfo[] }>('/api/models');
  const models = answer?.models ?? [];
  const askable = models.filter(({ id }) => id !== 'tour');
  const isolation = useServer<{ missing: string | null }>('/api/isolation').answer;
  return (
    <div className="page">
      <h1>Ask about a text of any length</h1>
      <p className="lead">
        A recursive language model writes code that reads the text piece by piece, and asks other
        models about the pieces. Here you see each step of it.
      </p>
      <ProblemText problem={problem} />
      {again === undefined && models.some(({ id }) => id === 'tour') && <TourCard />}
      <h2>{again === undefined ? 'Your question' : 'Ask again, with changes'}</h2>
      {typeof isolation?.missing === 'string' && (
        <p className="note">Isolation: {isolation.missing}</p>
      )}
      {again === undefined ? (
        <AskForm models={askable} />
      ) : (
        <AskAgain id={again} models={askable} />
      )}
    </div>
  );
}

/** The form as a run was begun with it. */
function AskAgain({ id, models }: { readonly id: string; readonly models: readonly ModelInfo[] }) {
  const { answer, problem } = useServer<AskedRun>(`/api/runs/${encodeURIComponent(id)}/asked`);
  if (answer !== undefined) return <AskForm models={models} before={answer} />;
  return problem === undefined ? (
    <p className="empty">Loading…</p>
  ) : (
    <ProblemText problem={problem} />
  );
}

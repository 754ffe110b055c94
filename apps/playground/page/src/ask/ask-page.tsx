import type { ModelInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { useServer } from '../server/use-server.js';
import { AskForm } from './ask-form.js';
import { TourCard } from './tour-card.js';

/** The first page: the tour for who is here for the first time, and the question. */
export function AskPage() {
  const { answer, problem } = useServer<{ models: ModelInfo[] }>('/api/models');
  const models = answer?.models ?? [];
  const isolation = useServer<{ missing: string | null }>('/api/isolation').answer;
  return (
    <div className="page">
      <h1>Ask about a text of any length</h1>
      <p className="lead">
        A recursive language model writes code that reads the text piece by piece, and asks other
        models about the pieces. Here you see each step of it.
      </p>
      <ProblemText problem={problem} />
      {models.some(({ id }) => id === 'tour') && <TourCard />}
      <h2>Your question</h2>
      {typeof isolation?.missing === 'string' && (
        <p className="note">Isolation: {isolation.missing}</p>
      )}
      <AskForm models={models.filter(({ id }) => id !== 'tour')} />
    </div>
  );
}

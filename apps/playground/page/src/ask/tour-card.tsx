import type { NewRun, RunInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { go } from '../parts/route.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';

const tour: NewRun = { question: 'The scripted tour', texts: [], model: 'tour' };

/** The way in for a first visitor. */
export function TourCard() {
  const { isBusy, problem, act } = useAction();
  return (
    <section className="tour" aria-label="Tour">
      <div>
        <p className="tour-title">New here?</p>
        <p>
          A scripted run shows all that an RLM does: the replies are written beforehand, the code
          really runs. It needs no key.
        </p>
        <ProblemText problem={problem} />
      </div>
      <button
        type="button"
        className="primary"
        disabled={isBusy}
        onClick={() =>
          void act(async () => {
            const { id } = await request<RunInfo>('POST', '/api/runs', tour);
            go({ name: 'run', id });
          })
        }
      >
        Take the tour <span className="button-note">scripted</span>
      </button>
    </section>
  );
}

import { plural } from '../parts/numbers.js';
import { ProblemText } from '../parts/problem.js';
import { FileDrop } from '../open/file-drop.js';
import { ofRun, type useTexts } from './use-texts.js';

/** Which texts are asked about: files of one's own, and the bundled ones. */
export function TextPicker({ picked }: { readonly picked: ReturnType<typeof useTexts> }) {
  const { texts, runId, chosen, choose, add, remove, isBusy, problem } = picked;
  return (
    <fieldset>
      <legend>Texts</legend>
      <FileDrop label="Choose files" multiple onFiles={add}>
        <p>{isBusy ? 'Reading…' : 'or drop them here: text, PDF, DOCX'}</p>
      </FileDrop>
      <ProblemText problem={problem} />
      <ul className="texts">
        {runId !== undefined && (
          <li>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.has(ofRun)}
                onChange={(event) => {
                  choose(ofRun, event.target.checked);
                }}
              />
              <span>The texts of the run {runId}</span>
            </label>
          </li>
        )}
        {texts.map(({ id, name, characters, files, bundled }) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={(event) => {
                  choose(id, event.target.checked);
                }}
              />
              <span>
                {name}{' '}
                <span className="figure">
                  {files > 1 && `${plural(files, 'file')}, `}
                  {plural(characters, 'character')}
                </span>
              </span>
            </label>
            {!bundled && (
              <button
                type="button"
                className="icon"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  remove(id);
                }}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

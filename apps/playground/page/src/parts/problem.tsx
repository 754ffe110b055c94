/** What went wrong, told at once to screen readers too. `onConfirm` goes on all the same. */
export function ProblemText({
  problem,
  onConfirm,
}: {
  readonly problem: string | undefined;
  readonly onConfirm?: (() => void) | undefined;
}) {
  if (problem === undefined) return null;
  return (
    <>
      <p className="problem" role="alert">
        {problem}
      </p>
      {onConfirm !== undefined && (
        <button type="button" onClick={onConfirm}>
          Go on
        </button>
      )}
    </>
  );
}

/** What went wrong, told at once to screen readers too. */
export function ProblemText({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className="problem" role="alert">
      {problem}
    </p>
  );
}

/** Why JSON text is no answer: it says nothing. Undefined for an answer. */
export function nullAnswerFault(json: string, owner: string, nothing: string): string | undefined {
  if (json !== 'null' && json !== '{"answer":null}') return undefined;
  return (
    owner +
    ': the answer is ' +
    nothing +
    ', which answers nothing. Give a text, a number or data; if the data does not say, say that in words'
  );
}

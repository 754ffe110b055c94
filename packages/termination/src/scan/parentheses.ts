/**
 * For each wanted `(`, the index of the `)` that balances it, by plain counting; absent where nothing
 * does. One pass for all of them.
 *
 * @param opens Indexes of the wanted parentheses, ascending.
 */
export function matchParentheses(text: string, opens: readonly number[]): Map<number, number> {
  const closes = new Map<number, number>();
  // The index of a wanted parenthesis, or -n for n others in a row.
  const stack: number[] = [];
  let wanted = 0;
  for (let index = opens[0] ?? text.length; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const last = stack.length - 1;
    const top = stack[last] ?? 0;
    if (unit === 40) {
      if (index === opens[wanted]) {
        stack.push(index);
        wanted++;
      } else if (top < 0) stack[last] = top - 1;
      else stack.push(-1);
    } else if (unit === 41 && top !== 0) {
      if (top < -1) stack[last] = top + 1;
      else stack.pop();
      if (top > 0) closes.set(top, index);
    }
  }
  return closes;
}

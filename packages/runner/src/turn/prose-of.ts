const fence = /^[ \t]*(`{3,}|~{3,})/;

/** A reply without its fenced blocks. */
export function proseOf(reply: string): string {
  const kept: string[] = [];
  let open: string | null = null;
  for (const line of reply.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (open === null) {
      if (mark === undefined) kept.push(line);
      else open = mark;
    } else if (mark?.startsWith(open) === true) {
      open = null;
    }
  }
  return kept.join('\n').trim();
}

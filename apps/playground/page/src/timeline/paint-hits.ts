const name = 'rlm-hit';

/** Paints every place of `words` in the text of `root`, without touching its nodes. Returns what takes the paint off. */
export function paintHits(root: Node, words: string): () => void {
  const wanted = words.trim().toLowerCase();
  if (wanted === '' || !('highlights' in CSS)) return () => undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set(name, new Highlight(...ranges));
  return () => {
    CSS.highlights.delete(name);
  };
}

/** Words that say what a passage about railroads is. */
const words: Readonly<Record<string, RegExp>> = {
  land: /\b(?:land|lands|grant|grants|acres|territory|route|survey)\b/gi,
  rates: /\b(?:rate|rates|commerce|freight|traffic|fares|charges|rebates|tax|bonds)\b/gi,
  safety: /\b(?:safety|accident|accidents|injury|brakes|couplers|killed|lives)\b/gi,
  labor: /\b(?:labor|strike|strikes|employees|wages|workmen|unions)\b/gi,
};

/** What the sub-model of the tour replies: the kind of word that it counts most often in its prompt. */
export function subReply(prompt: string): string {
  const passages = prompt.slice(prompt.indexOf('\n\n'));
  const counts = Object.entries(words).map(([name, word]) => ({
    name,
    count: passages.match(word)?.length ?? 0,
  }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).name;
}

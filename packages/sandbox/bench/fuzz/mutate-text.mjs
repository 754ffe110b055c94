const oddTexts = [
  '\0',
  '\u2028',
  '\ud800',
  '\ufeff',
  '"',
  "'",
  '\\',
  '\n',
  '\t',
  '(',
  '}',
  '#',
  '//',
];

/** A text with one to four changes: something cut, doubled, moved, swapped for a number or a character of another kind. */
export function mutateText(random, text, other = '') {
  let changed = text;
  for (let count = 1 + random.below(4); count > 0; count--)
    changed = change(random, changed, other);
  return changed.slice(0, 20_000);
}

function change(random, text, other) {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + random.below(20));
  const start = text.slice(0, at);
  switch (random.below(8)) {
    case 0:
      return start + text.slice(to);
    case 1:
      return start + text.slice(at, to).repeat(1 + random.below(5)) + text.slice(at);
    case 2:
      return start + random.pick(oddTexts) + text.slice(at);
    case 3:
      return start + String.fromCharCode(random.below(0x250)) + text.slice(at + 1);
    case 4:
      return text.replace(/\d+/, () => random.pick(['0', '-1', '1e999', '99999999999', '0x']));
    case 5: {
      const lines = text.split('\n');
      lines.splice(random.below(lines.length), 1 + random.below(2));
      return lines.join('\n');
    }
    case 6: {
      const lines = text.split('\n');
      const line = lines[random.below(lines.length)];
      lines.splice(random.below(lines.length), 0, line);
      return lines.join('\n');
    }
    default: {
      const from = random.below(other.length + 1);
      return start + other.slice(from, from + random.below(60)) + text.slice(at);
    }
  }
}

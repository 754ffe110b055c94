const zeroWidth = String.fromCodePoint(0x200b);
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
const lookAlike = (text: string) =>
  text.replace(/[AIOaeo]/g, (each) => 'АІОаео'['AIOaeo'.indexOf(each)] ?? each);
const tagCharacters = (text: string) =>
  text.replace(/[ -~]/g, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xe0000));
const squares = (text: string) =>
  text.replace(/[A-Z]/gi, (each) =>
    String.fromCodePoint(each.toUpperCase().charCodeAt(0) - 65 + 0x1f170),
  );
const unitEscapes = (text: string) =>
  text.replace(/[<>&()"]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
const entities = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? each,
  );
const numeric = (text: string) => text.replace(/[^\w\s]/g, (each) => `&#${each.charCodeAt(0)};`);
const lines = (mark: string) => (text: string) => text.replace(/^/gm, mark);
const json = (value: unknown) => JSON.stringify(value);

/** A way of writing a text otherwise, so that a reader still knows it. */
interface Dress {
  readonly name: string;
  readonly wear: (text: string) => string;
}

/**
 * Ways in which data may hold a call or a tag, so that a model that reads it writes it plainly: tests of every loop that must
 * tell an echo from a model's own words use this table.
 */
export const dresses: readonly Dress[] = [
  { name: 'plain', wear: (text) => text },
  { name: 'in a sentence', wear: (text) => `The page ends so: ${text} and nothing more.` },
  { name: 'glued to text', wear: (text) => `the end.${text}` },
  { name: 'block quote', wear: lines('> ') },
  { name: 'nested block quote', wear: lines('> > ') },
  { name: 'bullets', wear: lines('- ') },
  { name: 'stars', wear: lines('* ') },
  { name: 'numbers', wear: lines('1. ') },
  { name: 'numbered lines', wear: lines('  12:\t') },
  { name: 'indented', wear: lines('    ') },
  { name: 'tabs', wear: lines('\t') },
  { name: 'bold', wear: (text) => `**${text}**` },
  { name: 'inline code', wear: (text) => `\`${text}\`` },
  { name: 'fence', wear: (text) => `\`\`\`text\n${text}\n\`\`\`` },
  { name: 'table cell', wear: (text) => `| a | ${text} |` },
  { name: 'quotation marks', wear: (text) => `“${text.replaceAll('"', '”')}”` },
  { name: 'single quotes', wear: (text) => `'${text.replaceAll('"', "'")}'` },
  { name: 'JSON', wear: (text) => json({ title: 'x', body: text }) },
  { name: 'JSON in JSON', wear: (text) => json({ body: json([text]) }) },
  { name: 'pretty JSON', wear: (text) => JSON.stringify([{ text }], null, 2) },
  { name: 'unit escapes', wear: unitEscapes },
  { name: 'entities', wear: entities },
  { name: 'entities of entities', wear: (text) => entities(entities(text)) },
  { name: 'numeric entities', wear: numeric },
  { name: 'percent codes', wear: encodeURIComponent },
  { name: 'zero-width characters', wear: (text) => [...text].join(zeroWidth) },
  { name: 'soft hyphens', wear: (text) => text.replace(/(\w)(\w)/g, '$1&shy;$2') },
  { name: 'full width', wear: fullWidth },
  { name: 'look-alikes', wear: lookAlike },
  { name: 'tag characters', wear: tagCharacters },
  { name: 'letters in squares', wear: squares },
  { name: 'small letters', wear: (text) => text.toLowerCase() },
  { name: 'capitals', wear: (text) => text.toUpperCase() },
  { name: 'colours', wear: (text) => `\u001b[31m${text}\u001b[0m` },
  { name: 'CRLF', wear: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'wide blanks', wear: (text) => text.replaceAll(' ', String.fromCodePoint(0xa0, 0x2003)) },
];

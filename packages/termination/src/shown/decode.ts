const named: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lpar', '('],
  ['rpar', ')'],
  ['sol', '/'],
  ['bsol', '\\'],
  ['lowbar', '_'],
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['newline', '\n'],
  ['tab', '\t'],
  ['grave', '`'],
  ['colon', ':'],
  ['shy', ''],
  ['zwj', ''],
  ['zwnj', ''],
  ['zerowidthspace', ''],
  ['nobreak', ''],
]);

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\n', v: '\n', f: '\n', t: '\t' };

const code =
  /&(?:amp;)*(?:#(\d{1,7});?|#x([\da-f]{1,6});?|(lt|gt|quot|amp)\b;?|([a-z]{3,14});)|\\+(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([nrvft])|)|((?:%[\da-f]{2})+)/gi;

/** Characters that are never visible: zero-width and control characters, terminal colours, private characters. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- these are the characters to be dropped
  /\u001b\[[\d;]*[a-z]|[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\0-\b\u000e-\u001f\u007f-\u0084\u0086-\u009f]/giu;

/** How many times a text of nested codes is decoded. */
const maxRounds = 4;

/**
 * Decodes every other way of writing characters, however nested: entities, the escapes of JSON and of programs, percent
 * codes, compatibility forms (full-width letters). Drops invisible characters. Linear.
 */
export function decodeText(text: string): string {
  let decoded = text;
  for (let round = 0; round < maxRounds; round++) {
    const visible = decoded.normalize('NFKC').replace(invisible, '');
    const next = /[&\\%]/.test(visible) ? visible.replace(code, decodeOne) : visible;
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function decodeOne(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [decimal, hex, short, name, braced, unit, byte, letter, percent] = groups;
  if (decimal !== undefined) return character(Number(decimal));
  const digits = hex ?? braced ?? unit ?? byte;
  if (digits !== undefined) return character(parseInt(digits, 16));
  const entity = short ?? name;
  if (entity !== undefined) return named.get(entity.toLowerCase()) ?? whole;
  if (percent !== undefined) return decodePercent(percent);
  return letter === undefined ? '' : (escaped[letter.toLowerCase()] ?? letter);
}

/** Percent codes that are not text, such as a stray `%f3`, stay as they are. */
function decodePercent(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes.replace(/%([2-7][\da-f])/gi, (_, digits: string) =>
      character(parseInt(digits, 16)),
    );
  }
}

/** The halves of a pair arrive one by one, and join in the text. */
function character(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

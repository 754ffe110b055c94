/** Letters and marks, each with the characters of other scripts that look the same and that NFKC keeps apart. */
const groups: readonly string[] = [
  'AАΑᎪꓮ',
  'BВΒᏴꓐ',
  'CСϹᏟꓚ',
  'DᎠꓓ',
  'EЕΕᎬꓰ',
  'FϜҒꓝ',
  'HНΗᎻꓧ',
  'IІΙӀꓲ',
  'JЈᎫꓙ',
  'KКΚᏦꓗ',
  'LᏞꓡ',
  'MМΜᎷꓟ',
  'NΝꓠ',
  'OОΟꓳ',
  'PРΡᏢꓑ',
  'RᎡꓣ',
  'SЅᏚꓢ',
  'TТΤᎢꓔ',
  'UՍꓴ',
  'VѴᏙꓦ',
  'WᎳꓪ',
  'XХΧꓫ',
  'YҮΥꓬ',
  'ZΖᏃꓜ',
  'aаɑαᴀ',
  'bʙ',
  'cсϲᴄ',
  'dԁᴅ',
  'eеᴇ',
  'fꜰ',
  'gɡɢ',
  'hһʜ',
  'iіıιɪ',
  'jјᴊ',
  'kκкᴋ',
  'lӏʟ',
  'mᴍ',
  'nոոɴ',
  'oоοօᴏ',
  'pрρᴘ',
  'qԛ',
  'rʀ',
  'sѕꜱ',
  'tᴛ',
  'uυսᴜ',
  'vνѵᴠ',
  'wԝᴡ',
  'xхχ',
  'yуγүʏ',
  'zᴢ',
  '(❨❪⟮⦅【〔〖「『',
  '<‹«≪《〈⟨❮❰˂ᐸ',
  ':∶։׃ː꞉',
];

const plainOf: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ groups.flatMap(([plain = '', ...others]) =>
    others.map((other): [string, string] => [other, plain]),
  ),
);

const others = /* @__PURE__ */ new RegExp(`[${/* @__PURE__ */ [...plainOf.keys()].join('')}]`, 'g');

/** Rows of 26 letters, in circles, squares and flags, that NFKC also keeps apart. */
const rows = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** Replaces look-alikes from other scripts by the plain characters that they resemble. */
export function plainCharacters(text: string): string {
  return text
    .replace(others, (character) => plainOf.get(character) ?? character)
    .replace(rows, (letter) => {
      const point = letter.codePointAt(0) ?? 0;
      const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => point >= start) ?? point;
      return String.fromCharCode(65 + point - first);
    });
}

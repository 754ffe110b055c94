/** The order of marks and letters in the Unicode root collation, which is that of English. */
export const marks =
  ' _-‐‒–—―⁓,;⁏:!¡?¿‽.·⁕⁖⁘⁙⁚⁛⁜⁝⁞\'‹›"«»()[]{}⁅⁆‖§¶⁋@*⁎⁑/\\&⁊#%‰‱†‡•‣‧⁃⁌⁍′‵‸※‿⁔⁀⁐⁁⁂`^°©®←→↑↓↔⇒∂∆∏∑+±÷×<=>¬|¦~−⁒⁄√∞∫≈≤≥■□▪▲►▼◆○●★☆✓✔✗✘¤¢$£¥₠₡₢₣₤₥₦₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿';
/** Of these, the ones before this are punctuation. */
export const firstSymbol = '`';
/** Letters, in the order of their scripts. */
export const letters: string =
  'aɐɑɒbʙƀɓƃcȼƈɕdȸʥʤɖɗƌȡẟeɇǝəɛɘɚɜɝɞʚɤfʩƒgɡɢǥɠʛɣƣhʜƕɦɧiıɪɨɩjȷɉʝɟʄkƙʞlỻʪʫʟƚɫɬɭȴɮƛʎmɱnɴɲƞɳȵŋoɶɔɵɷȣpƥɸqȹʠɋĸrʀɍɹɺɻɼɽɾɿʁsʂȿẜẝʃƪʅʆtʨƾʧŧƫƭʈȶʇuʉɥʮʯɯɰʊvʋỽʌwʍxyʏɏƴỿȝzƍƶȥʐʑɀʒƹƺʓþƿƻƨƽƅʔɂŉʕʡʢʖǀǁǂǃʗʘʬʭ' +
  'αβγδεϝͷϛζͱηθιϳκϗλμνξοπϻϟϙρϼσͼͻͽτυφχψωϡͳϸϣϥϧϩϫϭϯ' +
  'аәӕбвгґғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇийҋіјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽѻцҵчԭҷӌҹҽҿџшщъыьҍѣэюяԙѥѧѫѩѭѯѱѳѵҩԝӏ';
/** Accents in their order. The stroke of `ø` is one, and so is what makes `æ` differ from `ae`. */
export const accents =
  '\u0332\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u0323';
/** What a letter is compared as. */
export const expansions: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ß: 's\u0338s',
  ς: 'σ\u0338',
  æ: 'a\u0338e',
  œ: 'o\u0338e',
  ø: 'o\u0338',
  đ: 'd\u0338',
  ð: 'd\u0323',
  ħ: 'h\u0338',
  ł: 'l\u0338',
  '‘': "'\u0332",
  '’': "'\u0301",
  '‚': "'\u0300",
  '‛': "'\u0306",
  '“': '"\u0332',
  '”': '"\u0301',
  '„': '"\u0300',
  '‟': '"\u0306',
};

// Texts and numbers as in English, for an interpreter that knows no languages. The helpers check the options, but code may have changed what
// they check with.

/** Of each set of options that was asked for; there are some fifty. */
const collators = new Map<string, Intl.Collator>();
let format: { readonly options: string; readonly of: Intl.NumberFormat } | undefined;

/** Orders two texts. @param options JSON text of options of `Intl.Collator` */
export function compareTexts(one: string, other: string, options: string): number {
  let collator = collators.get(options);
  if (collator === undefined) {
    collator = new Intl.Collator('en', JSON.parse(options) as Intl.CollatorOptions);
    collators.set(options, collator);
  }
  return Math.sign(collator.compare(one, other));
}

/** Writes a number. @param options JSON text of options of `Intl.NumberFormat` */
export function formatNumber(value: number, options: string): string {
  if (format?.options !== options) {
    const asked = JSON.parse(options) as Intl.NumberFormatOptions;
    format = { options, of: new Intl.NumberFormat('en-US', asked) };
  }
  return format.of.format(value);
}

/** Fields of which those that may be undefined are optional. */
export type DefinedFields<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The fields of an object that are not undefined, for a result that its user prints, or headers. */
export function definedFields<const T extends object>(fields: T): DefinedFields<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as DefinedFields<T>;
}

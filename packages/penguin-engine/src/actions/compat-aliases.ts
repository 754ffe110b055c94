/** Old names that the system of seed document 003 reads as newer ones. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['enhanced_read', 'read_file'],
  ['enhanced_write', 'write_file'],
  ['apply_diff', 'patch_file'],
  ['edit_with_pattern', 'patch_file'],
  ['replace_lines', 'patch_file'],
  ['insert_lines', 'patch_file'],
  ['delete_lines', 'patch_file'],
  ['multiedit', 'patch_files'],
]);

/** The newer name of an action, if `compat` knows one. */
export function aliasOf(name: string): string | undefined {
  return aliases.get(name);
}

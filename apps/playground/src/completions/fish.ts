import type { CommandDefinition, Offered, OptionSpec } from '../arguments/command.js';
import { runIds, usualFolder } from './run-ids.js';

/** What completes `rlm` in fish. */
export function fishCompletions(commands: readonly CommandDefinition[]): string {
  return `# Completions of rlm for fish: rlm completions fish | source
function __rlm_runs
  set -l folder ${usualFolder}
  set -l before
  for word in (commandline -op)
    test "$before" = --runs; and set folder $word
    string match -q -- '--runs=*' $word; and set folder (string replace -- --runs= '' $word)
    set before $word
  end
  set folder (string replace -r -- '^~/' "$HOME/" $folder)
  ${runIds}
end
complete -c rlm -f
${commands.flatMap(linesOf).join('\n')}
complete -c rlm -n __fish_use_subcommand -l version -d 'the version'
complete -c rlm -l help -d 'this help'
`;
}

function linesOf({
  name,
  summary,
  options,
  offers,
  offersRuns,
}: CommandDefinition): readonly string[] {
  const seen = `complete -c rlm -n '__fish_seen_subcommand_from ${name}'`;
  return [
    `complete -c rlm -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...(offers === undefined ? [] : [`${seen} ${takes(offers)}`]),
    ...(offersRuns === true ? [`${seen} -a '(__rlm_runs)'`] : []),
    ...Object.entries(options).map(
      ([option, spec]) => `${seen} -l ${option}${valueOf(spec)} -d ${quote(spec.words)}`,
    ),
  ];
}

function valueOf({ value, choices, offers }: OptionSpec): string {
  if (value === undefined) return '';
  const offered = choices ?? offers;
  return offered === undefined ? ' -x' : ` -r ${takes(offered)}`;
}

function takes(offers: Offered | readonly string[]): string {
  switch (offers) {
    case 'files':
      return '-F';
    case 'folders':
      return "-f -a '(__fish_complete_directories)'";
    case 'runs':
      return "-f -a '(__rlm_runs)'";
    default:
      return `-f -a ${quote(offers.join(' '))}`;
  }
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

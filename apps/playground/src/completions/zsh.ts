import type { CommandDefinition, Offered, OptionSpec } from '../arguments/command.js';
import { runIds, usualFolder } from './run-ids.js';

/** What completes `rlm` in zsh. */
export function zshCompletions(commands: readonly CommandDefinition[]): string {
  return `#compdef rlm
# Completions of rlm for zsh: source <(rlm completions zsh), or a file _rlm in the fpath
_rlm_runs() {
  local folder="" at
  for (( at = 1; at <= $#words; at++ )); do
    case "$words[at]" in
      --runs) folder="\${(Q)words[at+1]}" ;;
      --runs=*) folder="\${(Q)\${words[at]#--runs=}}" ;;
    esac
  done
  folder="\${folder/#\\~\\//$HOME/}"; folder="\${folder:-${usualFolder}}"
  compadd -- $(${runIds})
}
_rlm() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map((command) => `    ${command.name}) _arguments ${specsOf(command).map(quote).join(' ')} ;;`).join('\n')}
  esac
}
if [[ "$funcstack[1]" == _rlm ]]; then _rlm "$@"; else compdef _rlm rlm; fi
`;
}

function specsOf({ options, offers, offersRuns }: CommandDefinition): readonly string[] {
  return [
    ...Object.entries(options).map(([name, spec]) => optionSpec(name, spec)),
    '--help[this help]',
    ...(offers === undefined
      ? []
      : [`*:argument:${offersRuns === true ? withRuns(offers) : action(offers)}`]),
  ];
}

function optionSpec(name: string, { value, words, choices, offers }: OptionSpec): string {
  const told = `--${name}[${words.replace(/[[\]\\]/g, '\\$&')}]`;
  if (value === undefined) return told;
  return `${told}:${value.replace(/[<>:]/g, '')}:${action(choices ?? offers)}`;
}

/** The ids of runs, and what else there is. */
const withRuns = (offers: Offered | readonly string[]): string =>
  `{_rlm_runs; ${typeof offers === 'string' ? action(offers) : `compadd ${offers.join(' ')}`}}`;

function action(offers: Offered | readonly string[] | undefined): string {
  if (offers === undefined) return '';
  switch (offers) {
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'runs':
      return '_rlm_runs';
    default:
      return `(${offers.join(' ')})`;
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

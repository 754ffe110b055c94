import type { CommandDefinition, Offered, OptionSpec } from '../arguments/command.js';
import { runIds, usualFolder } from './run-ids.js';

/** What completes `rlm` in bash. */
export function bashCompletions(commands: readonly CommandDefinition[]): string {
  const names = commands.map(({ name }) => name);
  return `# Completions of rlm for bash: source <(rlm completions bash)
_rlm_runs() {
  local at word folder=""
  for (( at = 1; at < \${#COMP_WORDS[@]}; at++ )); do
    word="\${COMP_WORDS[at]}"
    case "$word" in
      --runs) folder="\${COMP_WORDS[at+1]:-}"; [[ "$folder" != '=' ]] || folder="\${COMP_WORDS[at+2]:-}" ;;
      --runs=*) folder="\${word#--runs=}" ;;
    esac
  done
  folder="$(printf %s "$folder" | tr -d "\\"'\\\\\\\\")"; folder="\${folder/#\\~\\//$HOME/}"; folder="\${folder:-${usualFolder}}"
  ${runIds}
}
_rlm() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in ${names.join('|')}) command="$word"; break ;; esac
  done
  case "$command $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ "$cur" == -* ]]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) ${words([...Object.keys(options), 'help'].map((option) => `--${option}`))} ;;`).join('\n')}
      *) ${words(['--help', '--version'])} ;;
    esac
    return
  fi
  case "$command" in
${commands.map(({ name, offers, offersRuns }) => `    ${name}) ${offered(offers)}${offersRuns === true ? `; COMPREPLY+=(${runs})` : ''} ;;`).join('\n')}
    *) ${words([...names, 'help'])} ;;
  esac
}
complete -F _rlm rlm
`;
}

/** The ids that begin as the word. A name of a file breaks lines alone, and an id has no blank. */
const runs = '$(compgen -W "$(_rlm_runs)" -- "$cur")';

function valueCases({ name, options }: CommandDefinition): readonly string[] {
  return Object.entries(options)
    .filter(([, { value }]) => value !== undefined)
    .map(([option, spec]) => `    "${name} --${option}") ${valueOf(spec)}; return ;;`);
}

const valueOf = ({ choices, offers }: OptionSpec): string => offered(choices ?? offers);

function offered(offers: Offered | readonly string[] | undefined): string {
  if (offers === undefined) return ':';
  switch (offers) {
    case 'files':
      return 'compopt -o filenames 2>/dev/null; local IFS=$\'\\n\'; COMPREPLY=($(compgen -f -- "$cur"))';
    case 'folders':
      return 'compopt -o filenames 2>/dev/null; local IFS=$\'\\n\'; COMPREPLY=($(compgen -d -- "$cur"))';
    case 'runs':
      return `COMPREPLY=(${runs})`;
    default:
      return words(offers);
  }
}

const words = (list: readonly string[]): string =>
  `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$cur"))`;

import { Argument, type Command, type Option } from 'commander';
import { addCommand, addHelpFlag } from './help.ts';

type Print = (text: string) => unknown;

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function addCompletion(program: Command, print: Print): void {
  const command = addCommand(program, 'completion', 'Print a shell completion script', [shells.join('|')]);
  addHelpFlag(command).addArgument(new Argument('<SHELL>', 'Shell that runs the script').choices(shells));
  command.action((shell: Shell) => {
    print(writers[shell](describeCommands(program)));
  });
}

interface Flag {
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Allowed values of a flag; empty for flags that accept a file. */
  readonly values: readonly string[];
}

interface CommandLine {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  readonly values: readonly string[];
}

function describeCommands(program: Command): CommandLine[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.summary(),
    flags: [...command.options.filter(({ hidden }) => !hidden).map(describeFlag), HELP],
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
}

const HELP: Flag = { names: ['--help', '-h'], description: 'Show this help', takesValue: false, values: [] };

function describeFlag({ long, short, description, flags, required }: Option): Flag {
  // `--format <jpg|png>` lists choices, but `--files-from <FILE|->` does not.
  const [, place = ''] = /<(.+)>/.exec(flags) ?? [];
  const values = /^[a-z0-9_-]+(?:\|[a-z0-9_-]+)+$/.test(place) ? place.split('|') : [];
  return {
    names: [long, short].filter((name) => name !== undefined && name !== null) as string[],
    description,
    takesValue: required,
    values,
  };
}

const namesOf = ({ flags }: CommandLine) => flags.flatMap(({ names }) => names);

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const writers: Record<Shell, (commands: readonly CommandLine[]) => string> = {
  bash: (commands) => `# fudebako: completion for bash; source it, or put it into bash-completion's folder
_fudebako() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote(commands.map(({ name }) => name).join(' '))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap((command) => valued(command).map(({ names, values }) => `    ${names.map((name) => `'${command.name} ${name}'`).join('|')}) words=${quote(values.join(' '))} ;;`)).join('\n')}
  esac
  if [ -z "$words" ]; then
    case "\${COMP_WORDS[1]}" in
${commands.map((command) => `      ${command.name}) words=${quote([...namesOf(command), ...command.values].join(' '))} ;;`).join('\n')}
    esac
    case "$current" in
      -*) ;;
      *) case "\${COMP_WORDS[1]}" in ${commands
        .filter(({ values }) => values.length > 0)
        .map(({ name }) => name)
        .join('|')}) ;; *) words='' ;; esac ;;
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _fudebako fudebako
`,
  zsh: (commands) => `#compdef fudebako
# fudebako: completion for zsh; source it after compinit, or put it as _fudebako into a folder of $fpath
_fudebako() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(
${commands.map(({ name, description }) => `      ${quote(`${name}:${description}`)}`).join('\n')}
    )
    _describe 'command' commands
    return
  fi
  local chosen="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$chosen" in
${commands.map((command) => `    ${command.name})\n      _arguments ${[...command.flags.flatMap(zshFlags), zshArguments(command)].map(quote).join(' \\\n        ')} ;;`).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_fudebako" ]; then _fudebako "$@"; else compdef _fudebako fudebako; fi
`,
  fish: (commands) => `# fudebako: completion for fish; source it, or put it into ~/.config/fish/completions
complete -c fudebako -n __fish_use_subcommand -f
${commands
  .flatMap(({ name, description, flags, values }) => [
    `complete -c fudebako -n __fish_use_subcommand -a ${quote(name)} -d ${quote(description)}`,
    ...(values.length > 0
      ? [`complete -c fudebako -n ${quote(`__fish_seen_subcommand_from ${name}`)} -f -a ${quote(values.join(' '))}`]
      : []),
    ...flags.map((flag) => fishFlag(name, flag)),
  ])
  .join('\n')}
`,
};

const valued = ({ flags }: CommandLine) => flags.filter(({ values }) => values.length > 0);

function zshFlags({ names, description, takesValue, values }: Flag): string[] {
  const escaped = description.replace(/[[\]\\:]/g, (sign) => `\\${sign}`);
  const value = values.length > 0 ? `:value:(${values.join(' ')})` : takesValue ? ':value:_files' : '';
  return names.map((name) => `*${name}[${escaped}]${value}`);
}

const zshArguments = ({ values }: CommandLine) =>
  values.length > 0 ? `*:value:(${values.join(' ')})` : '*:file:_files';

function fishFlag(command: string, { names, description, takesValue, values }: Flag): string {
  const each = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : takesValue ? ' -r' : '';
  return `complete -c fudebako -n ${quote(`__fish_seen_subcommand_from ${command}`)} ${each.join(' ')}${value} -d ${quote(description)}`;
}

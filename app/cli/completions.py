"""Completion scripts for bash, zsh and fish, generated from the parsers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .arguments import Parser
from .completable import (
    ANYTHING,
    DIRECTORIES,
    FILES,
    NOTHING,
    WORDS,
    Argument,
    Parsers,
    arguments,
    command_names,
    options_with_value,
)


def script(shell: str, parsers: Parsers) -> str:
    """Return the script for ``bash``, ``zsh`` or ``fish``, without the newline at its end."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](parsers).rstrip("\n")


BASH = r"""# Completion of div-tui for bash: eval "$(div-tui completions bash)"
_div_tui() {
    local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command= root= option place=0 at
    # --option=value comes as three words.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    if (( COMP_CWORD > 1 )); then
        case ${COMP_WORDS[1]} in
            @COMMANDS_OR@) command=${COMP_WORDS[1]} ;;
        esac
    fi
    for (( at = 1; at < COMP_CWORD; at++ )); do
        option=${COMP_WORDS[at]}
        case $option in
            @VALUED_OR@)
                [[ ${COMP_WORDS[++at]} == = ]] && (( at++ ))
                [[ $option == --root ]] && root=${COMP_WORDS[at]} ;;
            -*) ;;
            *) (( place++ )) ;;
        esac
    done
    [[ $root == "~"* ]] && root=$HOME${root:1}
    case $before in
@VALUES@
    esac
    case $command:$word in
@OPTIONS@
    esac
    case $command:$place in
        :0)
            (( COMP_CWORD == 1 )) && _div_tui_add compgen -W "@COMMANDS@" -- "$word"
            _div_tui_add _div_tui_runs "$program" "$root" "$word"
            _div_tui_add compgen -f -- "$word" ;;
@PLACES@
    esac
}
_div_tui_add() {
    local line
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <("$@")
}
_div_tui_runs() {
    local name
    "$1" ls --names ${2:+--root "$2"} 2>/dev/null | while IFS= read -r name; do
        [[ $name == "$3"* ]] && printf '%s\n' "$name"
    done
}
complete -o filenames -F _div_tui div-tui
"""


def _bash(parsers: Parsers) -> str:
    def compgen(one: Argument) -> str:
        if one.kind in (FILES, DIRECTORIES):
            return f'_div_tui_add compgen {"-f" if one.kind == FILES else "-d"} -- "$word"'
        return f'_div_tui_add compgen -W "{" ".join(one.words)}" -- "$word"' if one.words else ""

    options, places = [], []
    names_of: dict[str, list[str]] = {}
    for name, one in options_with_value(parsers).items():
        names_of.setdefault(compgen(one), []).append(name)
    values = [f"        {'|'.join(names)}) {how}{'; ' if how else ''}return ;;" for how, names in names_of.items()]
    for command, parser in parsers.items():
        names = " ".join(name for one in arguments(parser) for name in one.names)
        options.append(f'        {command}:-*) _div_tui_add compgen -W "{names}" -- "$word"; return ;;')
        if command:
            wanted = [one for one in arguments(parser) if not one.names]
            places += [f"        {command}:{place}) {compgen(one)} ;;" for place, one in enumerate(wanted, 1)]
    return _filled(BASH, parsers, values=values, options=options, places=places)


ZSH = r"""#compdef div-tui
# Completion of div-tui for zsh: eval "$(div-tui completions zsh)", after compinit.
_div_tui() {
    local program=$words[1] curcontext=$curcontext
    local -A opt_args
    if (( CURRENT > 2 )); then
        case $words[2] in
@CASES@
        esac
    fi
    _arguments \
@RUN@ \
        '1:run:_div_tui_first' '*:key: '
}
_div_tui_first() {
    local -a commands runs expl
    commands=(
@DESCRIBED@
    )
    (( CURRENT == 2 )) && _describe -t commands command commands
    runs=(${(f)"$(_call_program runs ${(q)program} ls --names ${opt_args[--root]:+--root=$opt_args[--root]})"})
    _wanted runs expl run compadd -a runs
    _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _div_tui "$@"
else
    compdef _div_tui div-tui
fi
"""


def _zsh(parsers: Parsers) -> str:
    cases = []
    for command in command_names(parsers):
        specs = " \\\n".join(f"                {spec}" for spec in _zsh_specs(parsers[command]))
        cases.append(
            f"            {command})\n                shift words\n                (( CURRENT-- ))\n"
            f"                _arguments \\\n{specs}\n                return ;;"
        )
    run = " \\\n".join(f"        {spec}" for spec in _zsh_specs(parsers[""]) if not spec.startswith("':"))
    names = command_names(parsers)
    described = [f"        {_zsh_quote(f'{command}:{parsers[command].description}')}" for command in names]
    return _filled(ZSH, parsers, cases=cases, run=[run], described=described)


def _zsh_specs(parser: Parser) -> Iterator[str]:
    """Yield the spec of each option and argument, as ``_arguments`` of zsh takes it."""
    for one in arguments(parser):
        text = "".join(f"\\{character}" if character in "[]:\\" else character for character in one.help)
        values = {FILES: "_files", DIRECTORIES: "_files -/", WORDS: f"({' '.join(one.words)})", ANYTHING: " "}
        value = f":{(one.names or ('argument',))[-1].lstrip('-')}:{values[one.kind]}" if one.kind != NOTHING else ""
        if not one.names:
            yield _zsh_quote(value)
        for name in one.names:
            others = f"({' '.join(one.names)})" if len(one.names) > 1 else ""
            yield _zsh_quote(f"{others}{name}{'=' if value and name.startswith('--') else ''}[{text}]{value}")


def _zsh_quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


FISH = r"""# Completion of div-tui for fish: div-tui completions fish | source
function __div_tui_in
    set -l words (commandline -opc)
    if contains -- "$words[2]" @COMMANDS@
        test "$words[2]" = "$argv[1]"
    else
        test -z "$argv[1]"
    end
end
function __div_tui_first
    set -l words (commandline -opc)
    set -e words[1]
    set -l value no
    for word in $words
        if test $value = yes
            set value no
            continue
        end
        switch $word
            case @VALUED@
                set value yes
            case '-*'
            case '*'
                return 1
        end
    end
end
function __div_tui_runs
    set -l words (commandline -opc)
    set -l root (string match -r -- '^--root=(.*)' $words)
    if set -l at (contains -i -- --root $words)
        set root _ $words[(math $at + 1)]
    end
    if set -q root[2]
        $words[1] ls --names --root $root[2] 2>/dev/null
    else
        $words[1] ls --names 2>/dev/null
    end
end
complete -c div-tui -f
complete -c div-tui -n __div_tui_first -F -a '(__div_tui_runs)' -d run
@LINES@
"""


def _fish(parsers: Parsers) -> str:
    lines = []
    for command in command_names(parsers):
        described = _fish_quote(parsers[command].description or "")
        lines.append(f"complete -c div-tui -n 'test (count (commandline -opc)) -eq 1' -a {command} -d {described}")
    for command, parser in parsers.items():
        lines += [_fish_line(command, one) for one in arguments(parser) if one.names or command]
    return _filled(FISH, parsers, lines=lines)


def _fish_line(command: str, one: Argument) -> str:
    words = ["complete -c div-tui -n", _fish_quote(f'__div_tui_in "{command}"')]
    words += [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in one.names]
    if one.kind == DIRECTORIES:
        words.append("-x -a '(__fish_complete_directories (commandline -ct))'")
    elif one.kind != NOTHING:
        words.append("-F" if one.kind == FILES and not one.names else "-rF" if one.kind == FILES else "-x")
    if one.words:
        words.append(f"-a {_fish_quote(' '.join(one.words))}")
    return " ".join([*words, "-d", _fish_quote(one.help)])


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _filled(template: str, parsers: Parsers, **lines: Iterable[str]) -> str:
    """Return a template with its placeholders replaced: COMMANDS and VALUED, and those that ``lines`` names."""
    for name, words in (("COMMANDS", command_names(parsers)), ("VALUED", list(options_with_value(parsers)))):
        template = template.replace(f"@{name}_OR@", "|".join(words)).replace(f"@{name}@", " ".join(words))
    for name, some in lines.items():
        template = template.replace(f"@{name.upper()}@", "\n".join(some))
    return template

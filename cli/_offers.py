"""What a shell is offered when it completes a command line: files, the nets in a file, and a bash that reads colons."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import BashComplete, CompletionItem, split_arg_string as split

# bash counts a colon as a word of its own: it is given the line as typed, and takes back what follows the last colon.
_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    local line=${COMP_LINE:0:COMP_POINT}
    local word=${line##*[[:space:]]}
    local before=
    [[ $word == *:* && $COMP_WORDBREAKS == *:* ]] && before=${word%%:*}:
    response=$(env COMP_LINE="$line" %(complete_var)s=bash_complete "$1")
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("${value#"$before"}")
        fi
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Completion in bash, from the line up to the cursor and not from bash's own words."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one being typed, and that one."""
        line = os.environ["COMP_LINE"]
        words = split(line)[1:]
        if not words or line[-1:].isspace():
            return words, ""
        return words[:-1], words[-1]


def offer_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Let the shell complete a file name."""
    del ctx, param
    return [CompletionItem(incomplete, type="file")]


def offer_nets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Let the shell complete a file name, and behind a colon the classes and functions of that file."""
    file, colon, name = incomplete.partition(":")
    if not colon:
        return offer_files(ctx, param, incomplete)
    from parity.code.targets import own_names

    names = [found for found in own_names(Path(file)) if found.startswith(name)]
    return [CompletionItem(f"{file}:{found}") for found in names if name.startswith("_") or not found.startswith("_")]

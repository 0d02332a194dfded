# Completion of opticward's commands, options and port names for bash. Names come from the daemon; without it there are
# none, and nothing is said.

_opticward_options() {
    case $1 in
        list) echo "--json --names --bus" ;;
        dump) echo "--format --output --json --bus" ;;
        watch) echo "--count --seconds --json --bus" ;;
        decode) echo "--json --page --bank" ;;
        encode) echo "--format --output" ;;
        show | alerts | flags | check | pause | refresh | rescan | reload | config | version) echo "--json --bus" ;;
        *) echo "--help --version --bus" ;;
    esac
}

# The bus that the line names: bash cuts its address into words at ":" and "=", so it is taken from the line as a whole.
_opticward_ports() {
    local address=()
    [[ $COMP_LINE =~ --bus[=\ ]+([^\ ]+) ]] && address=(--bus "${BASH_REMATCH[1]}")
    command opticward list --names "${address[@]}" 2>/dev/null
}

_opticward_add() {
    local candidate
    while IFS= read -r candidate; do
        [[ $candidate == "$1"* ]] && COMPREPLY+=("$(printf '%q' "$candidate")")
    done
}

_opticward() {
    local commands="list show alerts flags watch check dump pause refresh rescan reload config decode encode version help"
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word command=
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ " $commands " == *" $word "* ]]; then
            command=$word
            break
        fi
    done
    case $previous in
        --format) _opticward_add "$current" < <(printf '%s\n' text binary ethtool i2cdump sfputil) && return ;;
        --output)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --bus | --count | --seconds | --page | --bank) return ;;
    esac
    if [[ $current == -* ]]; then
        _opticward_add "$current" < <(tr ' ' '\n' <<<"$(_opticward_options "$command")")
        return
    fi
    case $command in
        "") _opticward_add "$current" < <(tr ' ' '\n' <<<"$commands") ;;
        help) _opticward_add "$current" < <(tr ' ' '\n' <<<"${commands% help}") ;;
        list | show | watch | check) _opticward_add "$current" < <(_opticward_ports) ;;
        flags | dump | pause | refresh)
            # One port, and behind it nothing that could be known.
            [[ $previous == "$command" || $previous == -* ]] && _opticward_add "$current" < <(_opticward_ports)
            ;;
        decode | encode)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
    esac
}

complete -F _opticward opticward

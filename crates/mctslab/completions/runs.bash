
# Numbers of stored runs, which no script can know beforehand.
_mctslab_with_runs() {
    local word="${COMP_WORDS[COMP_CWORD]}" db=mctslab.db place
    for ((place = 1; place < COMP_CWORD; place++)); do
        [[ ${COMP_WORDS[place]} == --db ]] && db="${COMP_WORDS[place + 1]}"
    done
    case "${COMP_WORDS[1]}:$word" in
        show:[0-9]* | resume:[0-9]* | export:[0-9]* | report:[0-9]* | show: | resume: | export: | report:)
            local runs
            runs=$("${COMP_WORDS[0]}" runs --json --db "$db" 2>/dev/null | sed -n 's/.*"run":\([0-9]*\).*/\1/p')
            COMPREPLY=($(compgen -W "$runs" -- "$word"))
            ;;
        *) _mctslab "$@" ;;
    esac
}
complete -F _mctslab_with_runs -o nosort -o bashdefault -o default mctslab

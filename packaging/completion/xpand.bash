# Completion of the xpand command for bash: source this, or copy it to /usr/share/bash-completion/completions/xpand.
# The command itself knows its options; asking it takes a second, once a shell.
source <(xpand generate-completion)

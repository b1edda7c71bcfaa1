#!/bin/bash
# Usage: scale-ssh.sh NODES.txt PHOTOS SMALLER [SLICES]. The machines share the current folder.
set -euo pipefail
nodes=$1
export photos=$2 smaller=$3 slices=${4:-256}

# shellcheck disable=SC2016 # The remote shell expands the variables.
seq "$slices" | parallel --sshloginfile "$nodes" --workdir "$PWD" --env photos --env smaller --env slices \
  --joblog "$smaller.log" \
  'fudebako scale -o "$smaller" --factor 0.5 --shard {}/"$slices" --skip-existing --jobs 1 --report "$smaller.reports/slice-{}.jsonl" -- "$photos"'

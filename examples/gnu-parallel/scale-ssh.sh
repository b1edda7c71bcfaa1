#!/bin/bash
# scale-ssh.sh NODES.txt PHOTOS SMALLER [SLICES]: many machines that share a folder, this one's working folder.
set -euo pipefail
nodes=$1
export photos=$2 smaller=$3 slices=${4:-256}

# shellcheck disable=SC2016 # The shell on the other machine fills in $photos and the others.
seq "$slices" | parallel --sshloginfile "$nodes" --workdir "$PWD" --env photos --env smaller --env slices \
  --joblog "$smaller.log" \
  'fudebako scale "$photos" -o "$smaller" --ratio 0.5 --shard {}/"$slices" --skip-existing --jobs 1 --report "$smaller.reports/slice-{}.jsonl"'

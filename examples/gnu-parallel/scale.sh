#!/bin/bash
# Usage: scale.sh PHOTOS SMALLER [SLICES]. One machine, one process per processor.
set -euo pipefail
export photos=$1 smaller=$2 slices=${3:-64}

# shellcheck disable=SC2016 # The shell of parallel expands the variables.
seq "$slices" | parallel --joblog "$smaller.log" \
  'fudebako scale -o "$smaller" --factor 0.5 --shard {}/"$slices" --skip-existing --jobs 1 --report "$smaller.reports/slice-{}.jsonl" -- "$photos"'

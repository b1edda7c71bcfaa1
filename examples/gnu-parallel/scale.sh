#!/bin/bash
# scale.sh PHOTOS SMALLER [SLICES]: one machine, one process for each processor.
set -euo pipefail
export photos=$1 smaller=$2 slices=${3:-64}

# shellcheck disable=SC2016 # parallel's shell fills in $photos and the others.
seq "$slices" | parallel --joblog "$smaller.log" \
  'fudebako scale "$photos" -o "$smaller" --ratio 0.5 --shard {}/"$slices" --skip-existing --jobs 1 --report "$smaller.reports/slice-{}.jsonl"'

#!/bin/sh
# One machine, any number of processes: dehusk map over each file, sort, dehusk reduce.
#
#   parallel.sh clean.jsonl crawl-*.warc.gz
#
# JOBS: processes (default: one for each core). DEHUSK: the command (default: dehusk).
# With GNU parallel, the xargs line can be: parallel -0 -j "$JOBS" "$0" --one "$work"
set -eu
: "${JOBS:=$(nproc)}" "${DEHUSK:=dehusk}"

if [ "$1" = --one ]; then
  # $3 is a number and a path: results are in the order of the inputs, whichever is ready first.
  number=${3%% *}
  printf '%s\n' "${3#* }" | $DEHUSK map --paths --site-aware -q > "$2/$number.part"
  mv "$2/$number.part" "$2/$number.tsv"
  exit
fi

out=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=100000
for path; do
  printf '%s %s\0' "$number" "$path"
  number=$((number + 1))
done | xargs -0 -n 1 -P "$JOBS" sh "$0" --one "$work"
LC_ALL=C sort -s -t "$(printf '\t')" -k 1,1 "$work"/*.tsv | $DEHUSK reduce -q > "$out.part"
mv "$out.part" "$out"

#!/bin/sh
# Slurm: an array of maps, then an array of reduces, through a folder that all nodes see.
#
#   slurm-array.sh submit files.txt /shared/work /shared/clean
#
# files.txt: a path on each line. MAPS, REDUCES: sizes of the arrays. DEHUSK: the command (default: dehusk).
# A task that Slurm starts again (--requeue) writes the same files again.
set -eu
: "${MAPS:=100}" "${REDUCES:=16}" "${DEHUSK:=dehusk}"
step=$1 files=$2 work=$3 out=$4
task=${SLURM_ARRAY_TASK_ID:-}

case $step in
submit)
  export MAPS REDUCES DEHUSK
  mkdir -p "$work" "$out"
  maps=$(sbatch --parsable --requeue --array="0-$((MAPS - 1))" "$0" map "$files" "$work" "$out")
  sbatch --requeue --dependency="afterok:$maps" --array="0-$((REDUCES - 1))" "$0" reduce "$files" "$work" "$out"
  ;;
map)
  # Every MAPS-th file. Each site goes to the reduce that a hash of its name says.
  rm -rf "$work/map-$task.part"
  mkdir -p "$work/map-$task.part"
  awk -v n="$MAPS" -v i="$task" 'NR % n == i' "$files" | $DEHUSK map --paths --site-aware -q > "$work/map-$task.part/all"
  LC_ALL=C awk -F '\t' -v n="$REDUCES" -v to="$work/map-$task.part" '
    BEGIN { for (c = 0; c < 256; c++) code[sprintf("%c", c)] = c }
    { h = 0; for (k = 1; k <= length($1); k++) h = (h * 31 + code[substr($1, k, 1)]) % 65521
      print > (to "/" (h % n)) }' "$work/map-$task.part/all"
  rm -rf "$work/map-$task.part/all" "$work/map-$task"
  mv "$work/map-$task.part" "$work/map-$task"
  ;;
reduce)
  find "$work" -path "*/map-*/$task" -type f | LC_ALL=C sort | tr '\n' '\0' > "$work/reduce-$task.files"
  if [ -s "$work/reduce-$task.files" ]; then
    LC_ALL=C sort -s -t "$(printf '\t')" -k 1,1 --files0-from="$work/reduce-$task.files"
  fi | $DEHUSK reduce -q > "$out/.part-$task"
  mv "$out/.part-$task" "$out/part-$task.jsonl"
  ;;
esac

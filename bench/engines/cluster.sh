#!/bin/sh
# dehusk cluster on the archives of a folder, with two workers of one thread and a Redis of its own, beside dehusk batch: the
# same pages, processor seconds, seconds.
#
#   sh engines/cluster.sh FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
dehusk="node $root/packages/dehusk/bin/dehusk.js"
inputs=$(cd "$1" && pwd)
work=$(mktemp -d)
port=26399
redis-server --port $port --save "" --appendonly no --dir "$work" > "$work/redis.log" &
redis=$!
trap 'kill $redis; wait $redis 2>/dev/null || true; rm -rf "$work"' EXIT
sleep 1
fields="--fields url,title,text"
cd "$work"
export TIMEFORMAT='%R s, %U + %S s of the processor'
bash -c "time $dehusk batch $inputs/*.warc.gz -o batch.jsonl -w 2 -q $fields" 2>&1 | sed 's/^/batch: /'
bash -c "time (
  $dehusk cluster submit $inputs/*.warc.gz --out out --redis redis://127.0.0.1:$port --job-bytes 500000 --partitions 4 $fields -q
  $dehusk cluster work --redis redis://127.0.0.1:$port --until-idle --workers 1 -q &
  $dehusk cluster work --redis redis://127.0.0.1:$port --until-idle --workers 1 -q &
  wait)" 2>&1 | sed 's/^/cluster: /'
gzip -dc out/part-*.jsonl.gz | LC_ALL=C sort > found
LC_ALL=C sort batch.jsonl > expected
cmp found expected && echo "the same $(wc -l < found) lines"

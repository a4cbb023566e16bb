#!/bin/sh
# Hadoop streaming over JSON lines {id?, url?, html}, with dehusk installed on all nodes.
#
#   hadoop-streaming.sh /crawl/pages /crawl/clean
#
# Hadoop splits lines at the tab, sorts by site, and gives each reducer whole sites: no more is needed.
# For WARC files give a list of their paths, which all nodes see, and add
#   -D stream.map.input.ignoreKey=true -inputformat org.apache.hadoop.mapred.lib.NLineInputFormat
# with the mapper "dehusk map --paths --site-aware -q".
set -eu
hadoop jar "$HADOOP_HOME"/share/hadoop/tools/lib/hadoop-streaming-*.jar \
  -D mapreduce.job.name=dehusk \
  -D mapreduce.job.reduces="${REDUCES:-64}" \
  -D mapreduce.task.timeout=1200000 \
  -D mapreduce.map.output.compress=true \
  -D mapreduce.output.fileoutputformat.compress=true \
  -D stream.map.output.field.separator="$(printf '\t')" \
  -D stream.num.map.output.key.fields=1 \
  -input "$1" \
  -output "$2" \
  -mapper "dehusk map --site-aware -q" \
  -reducer "dehusk reduce -q"

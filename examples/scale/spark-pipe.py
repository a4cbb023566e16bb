"""Spark: dehusk map and dehusk reduce through RDD.pipe, with dehusk installed on all executors.

    spark-submit spark-pipe.py files.txt hdfs:///crawl/clean [partitions]

files.txt: on each line the path of a .warc.gz or .jsonl file that all executors see.
"""

import sys

from pyspark import SparkContext

files, out = sys.argv[1:3]
partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 256

spark = SparkContext(appName="dehusk")
with open(files) as lines:
    paths = [line.strip() for line in lines if line.strip()]

# A task for each file. checkCode: a command that fails fails its task, which Spark then runs again.
pages = spark.parallelize(paths, len(paths)).pipe("dehusk map --paths --site-aware -q", checkCode=True)
# All lines of a site into one partition, one after another.
by_site = pages.map(lambda line: tuple(line.split("\t", 1))).repartitionAndSortWithinPartitions(partitions)
clean = by_site.map("\t".join).pipe("dehusk reduce -q", checkCode=True)
clean.saveAsTextFile(out, "org.apache.hadoop.io.compress.GzipCodec")

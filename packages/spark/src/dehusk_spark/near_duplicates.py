"""Near-duplicates by a join over keys, with the answer of `dehusk batch --dedup`."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def duplicates(df: DataFrame, keys: str = "keys", order: str = "order") -> DataFrame:
    """Adds a column `duplicate`: whether an earlier page, by `order`, that is itself none has one of the page's keys.

    `order` must differ for any two rows. Pages without keys are no duplicates.

    A page is decided once all earlier pages that share a key are. Only pages that share keys take part: each round
    decides the earliest of every group and what it rules out, and a group rarely takes more than two or three.
    """
    pairs = df.select(F.col(order).alias("_order"), F.explode(keys).alias("_key")).distinct()
    shared = pairs.groupBy("_key").agg(F.count("*").alias("_pages")).where("_pages > 1").select("_key")
    open_pairs = pairs.join(shared, "_key").localCheckpoint()
    dropped: DataFrame | None = None
    while not open_pairs.isEmpty():
        first = open_pairs.groupBy("_key").agg(F.min("_order").alias("_first"))
        marked = open_pairs.join(first, "_key").withColumn("_is_first", F.col("_order") == F.col("_first"))
        leaders = marked.groupBy("_order").agg(F.min("_is_first").alias("_leads")).where("_leads").select("_order")
        led = open_pairs.join(leaders, "_order").select("_key").distinct()
        out = open_pairs.join(led, "_key").select("_order").distinct().join(leaders, "_order", "left_anti")
        out = out.localCheckpoint()
        dropped = out if dropped is None else dropped.union(out)
        settled = leaders.union(out)
        open_pairs = open_pairs.join(settled, "_order", "left_anti").localCheckpoint()
    if dropped is None:
        return df.withColumn("duplicate", F.lit(False))
    marks = dropped.select(F.col("_order").alias(order), F.lit(True).alias("duplicate"))
    return df.join(marks, order, "left").withColumn("duplicate", F.coalesce("duplicate", F.lit(False)))

import { gzipSync } from "node:zlib";
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { type CorpusField, type CorpusLine, type CorpusWriter, corpusFieldKinds } from "./write-corpus-line.ts";
import { unwritable } from "./write-failure.ts";
import { WholeFile } from "./write-whole-file.ts";

/** A row group is written at this many characters or rows; memory holds one. */
const groupLength = 16 * 1024 * 1024;
const groupRows = 20_000;

type Kind = (typeof corpusFieldKinds)[CorpusField];
type Value = string | number | null;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly required?: boolean;
  valueOf(line: CorpusLine): Value;
}

/**
 * Writes a Parquet file with a row for each line and a column for each field, `warnings` as JSON; failed pages have
 * `errorCode` and `errorMessage`. Columns are gzipped at level 1: on this project's sources and docs in blocks of a
 * megabyte about 1.4 times as fast as the library's own Snappy, and 0.33 of the bytes where that leaves 0.43.
 */
export async function openParquetWriter(path: string, fields: readonly CorpusField[]): Promise<CorpusWriter> {
  const columns = columnsFor(fields);
  const file = await WholeFile.open(path);
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    codec: "GZIP",
    compressors: { GZIP: (page) => gzipSync(page, { level: 1 }) },
    // The library orders texts by UTF-16 while Parquet uses UTF-8, so readers would skip pages they should not; and it
    // would keep each group's first and last text, however long, to the end.
    statistics: false,
    kvMetadata: [{ key: "dehusk.version", value: "1" }],
  });
  let rows: Value[][] = columns.map(() => []);
  let length = 0;

  /** Encodes something and passes it on; if that fails, the file is removed. */
  const encode = async (step: () => void): Promise<void> => {
    try {
      step();
    } catch (error) {
      await file.abort();
      throw unwritable(path, error);
    }
    const encoded = bytes.getBytes().slice();
    bytes.index = 0;
    await file.write(encoded);
  };
  const writeGroup = async (): Promise<void> => {
    const group = rows;
    rows = columns.map(() => []);
    length = 0;
    if (group[0]?.length === 0) return;
    const columnData = columns.map((column, i) => sourceOf(column, group[i] as Value[]));
    await encode(() => parquet.write({ columnData, rowGroupSize: groupRows }));
  };
  return {
    write(line) {
      for (const [i, column] of columns.entries()) {
        const value = column.valueOf(line);
        (rows[i] as Value[]).push(value);
        if (typeof value === "string") length += value.length;
      }
      return length < groupLength && (rows[0] as Value[]).length < groupRows ? undefined : writeGroup();
    },
    async close() {
      await writeGroup();
      await encode(() => parquet.finish());
      await file.close();
    },
    abort: () => file.abort(),
  };
}

function columnsFor(fields: readonly CorpusField[]): Column[] {
  return [
    { name: "version", kind: "integer", required: true, valueOf: ({ version }) => version },
    { name: "id", kind: "string", required: true, valueOf: ({ id }) => id },
    ...fields.map((name): Column => {
      const kind = corpusFieldKinds[name];
      return { name, kind, valueOf: (line) => fitValue(line[name], kind) };
    }),
    { name: "errorCode", kind: "string", valueOf: ({ error }) => error?.code ?? null },
    { name: "errorMessage", kind: "string", valueOf: ({ error }) => error?.message ?? null },
  ];
}

/** A value as its column accepts it; values that do not fit become null. */
function fitValue(value: unknown, kind: Kind): Value {
  if (value === undefined || value === null) return null;
  if (kind === "json") return JSON.stringify(value);
  if (kind === "integer")
    return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
  if (kind === "double") return typeof value === "number" ? value : null;
  return typeof value === "string" ? value : null;
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, kind, required = false }): SchemaElement => {
      const repetition_type = required ? "REQUIRED" : "OPTIONAL";
      if (kind === "integer") return { name, repetition_type, type: "INT32" };
      if (kind === "double") return { name, repetition_type, type: "DOUBLE" };
      return { name, repetition_type, type: "BYTE_ARRAY", converted_type: "UTF8" };
    }),
  ];
}

function sourceOf({ name, kind }: Column, data: Value[]): ColumnSource {
  // Looking for repeated texts costs more than it saves.
  return kind === "long" ? { name, data, encoding: "PLAIN" } : { name, data };
}
